import { addMs, DAY_MS } from '../../../kit/clock.ts';
import type { Payments } from '../../../payments/port.ts';
import { tendCards } from '../cards/tend-cards.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { listDueRefunds } from '../refunds/refunds.store.ts';
import { settleRefund } from '../refunds/settle-refund.ts';
import { anythingDue } from './anything-due.store.ts';
import { forgetEvents, listDueEvents } from './events.store.ts';
import { handleEvent } from './handle-event.ts';
import { listDuePayments } from '../payments/payments.store.ts';
import { receiveEvent } from './receive-event.ts';
import { settlePayment } from './settle-payment.ts';

const BATCH = 200;
const EVENTS_KEPT_MS = 60 * DAY_MS;

/**
 * Continues everything that waits for a provider: its events, payments and refunds whose answer is due, cards being added or removed. After
 * a crash or a lost message, work resumes from the rows. Work for another provider that was in use before waits until that one is in use
 * again. To be called every few seconds.
 */
export async function tendPayments(ctx: Ctx, payments: Payments): Promise<void> {
  const db = ctx.db.sql;
  const now = ctx.clock.now();
  await payments.sendEvents((event) => receiveEvent(ctx, payments, event));
  const provider = payments.name;
  if (!(await anythingDue(db, { now, provider }))) return;
  for (const event of await listDueEvents(db, { provider, now, limit: BATCH }))
    await apart(ctx, { eventId: event.id }, () => handleEvent(ctx, payments, event));
  const at = { provider, now, wall: ctx.clock.wall(), limit: BATCH };
  for (const id of await listDuePayments(db, at)) await apart(ctx, { paymentId: id }, () => settlePayment(ctx, payments, id));
  for (const id of await listDueRefunds(db, at)) await apart(ctx, { refundId: id }, () => settleRefund(ctx, payments, id));
  await tendCards(ctx, payments);
}

/** Deletes events that were handled long ago. */
export async function dropOldEvents(ctx: Ctx): Promise<void> {
  await forgetEvents(ctx.db.sql, addMs(ctx.clock.now(), -EVENTS_KEPT_MS));
}

/** One failure must not stop the others: it is logged, and retried in the next round, or when its lease has expired. */
async function apart(ctx: Ctx, about: Readonly<Record<string, string>>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error({ err: error, ...about }, 'a payment, a refund or news of one could not be settled');
  }
}
