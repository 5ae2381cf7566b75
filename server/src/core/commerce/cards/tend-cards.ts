import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { PaymentsError, type Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { changeCard, findCard, listDueCards, type CardRow, isCharging } from './cards.store.ts';
import { settleSetup } from './finish-card.ts';

const BATCH = 100;
const RETRY_MS = 10 * MINUTE_MS;
/** We stop after this many failed attempts to have the provider forget a card: nothing charges it any more. */
const FORGET_ATTEMPTS = 50;

/** Checks cards that are being added, and has the provider forget removed ones. */
export async function tendCards(ctx: Ctx, payments: Payments): Promise<void> {
  for (const card of await listDueCards(ctx.db.sql, { provider: payments.name, now: ctx.clock.now(), limit: BATCH })) {
    try {
      if (card.status === 'pending') await settleSetup(ctx, payments, card);
      else await forget(ctx, payments, card);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      ctx.log.warn({ err: error, cardId: card.id }, 'a payment provider failed');
      await postpone(ctx, card);
    }
  }
}

/** A charge in progress still needs the card. */
async function forget(ctx: Ctx, payments: Payments, card: CardRow): Promise<void> {
  if (await isCharging(ctx.db.sql, card)) return changeCard(ctx.db.sql, card.id, { checkAt: addMs(ctx.clock.now(), RETRY_MS) });
  if (card.ref !== null) await payments.removeCard(card.ref);
  await changeCard(ctx.db.sql, card.id, { checkAt: null });
}

async function postpone(ctx: Ctx, { id }: CardRow): Promise<void> {
  const card = await findCard(ctx.db.sql, id);
  if (card?.checkAt == null) return;
  const attempts = card.attempts + 1;
  const given = card.status === 'removed' && attempts >= FORGET_ATTEMPTS;
  await changeCard(ctx.db.sql, id, { attempts, checkAt: given ? null : addMs(ctx.clock.now(), RETRY_MS) });
}
