import type { Card } from '@boreal/contract/billing/payments.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { toCard } from './card.rules.ts';
import { moveDefault } from './cards.store.ts';
import { lockOwnCard } from './lock-own-card.ts';

/** Chooses the card that auto-reload, renewals and agents charge unless another is named. @throws NOT_FOUND */
export function setDefaultCard(ctx: CustomerCtx, input: { cardId: string }): Promise<Card> {
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    const card = await lockOwnCard(tx, ctx, input.cardId);
    await moveDefault(tx, { accountId, cardId: card.id, at: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId, action: 'card.default_set', target: card.id });
    return toCard({ ...card, isDefault: true });
  });
}
