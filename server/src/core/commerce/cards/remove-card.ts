import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { changeCard, findCardToCharge, listActiveCards, moveDefault } from './cards.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/**
 * Removes a card: nothing new is charged to it, and the provider is told to forget it. A charge in progress continues. If it was
 * the default, the card added last replaces it. @throws NOT_FOUND
 */
export function removeCard(ctx: CustomerCtx, input: { cardId: string }): Promise<{ id: string; status: 'removed' }> {
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    await lockAccount(tx, accountId);
    const card = await findCardToCharge(tx, { accountId, cardId: input.cardId });
    if (!card) throw notFound('card');
    const at = ctx.clock.now();
    await changeCard(tx, card.id, { status: 'removed', isDefault: false, checkAt: at, updatedAt: at });
    if (card.isDefault) {
      const next = (await listActiveCards(tx, accountId)).at(-1);
      await moveDefault(tx, { accountId, cardId: next?.id ?? null, at });
    }
    await recordAudit(tx, ctx, { accountId, action: 'card.removed', target: card.id });
    return { id: card.id, status: 'removed' };
  });
}
