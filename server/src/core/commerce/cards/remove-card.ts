import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { changeCard, listActiveCards, moveDefault } from './cards.store.ts';
import { lockOwnCard } from './lock-own-card.ts';

/**
 * Removes a card: nothing new is charged to it, and the provider is told to forget it. A charge in progress continues. If it was the
 * default, the card added last replaces it. @throws NOT_FOUND
 */
export function removeCard(ctx: CustomerCtx, input: { cardId: string }): Promise<{ id: string; status: 'removed' }> {
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    const card = await lockOwnCard(tx, ctx, input.cardId);
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
