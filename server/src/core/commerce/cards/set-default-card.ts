import type { Card } from '@boreal/contract/payments.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { toCard } from './card.rules.ts';
import { findCardToCharge, moveDefault } from './cards.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** Chooses the card that is charged unless another is named: by auto-reload, renewals and agents. @throws NOT_FOUND */
export function setDefaultCard(ctx: CustomerCtx, input: { cardId: string }): Promise<Card> {
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    await lockAccount(tx, accountId);
    const card = await findCardToCharge(tx, { accountId, cardId: input.cardId });
    if (!card) throw notFound('card');
    await moveDefault(tx, { accountId, cardId: card.id, at: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId, action: 'card.default_set', target: card.id });
    return toCard({ ...card, isDefault: true });
  });
}
