import { PaymentsError, PRETENDS, type Payments } from '../../../payments/port.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { ensureCustomer } from '../cards/ensure-customer.ts';
import { requireCard } from '../cards/cards.store.ts';
import type { ProviderAnswer, Settled } from '../provider/answer.rules.ts';
import { applyAnswer } from './apply-answer.ts';
import { claimPayment, findPayment, saveRef, type PaymentRow } from '../payments/payments.store.ts';

/** The longest that one process may hold a payment (real time): longer than all of its calls together can take. */
const LEASE_MS = 3 * MINUTE_MS;

/**
 * Asks the provider for the outcome of a stored intent and applies it: leases the row, asks outside any transaction, writes the outcome.
 * Safe to run twice, late, in several workers, and after a crash at any point: the charge's reference is stored before the card is charged,
 * a charge is confirmed at most once, and its answer is applied once.
 */
export async function settlePayment(ctx: Ctx, payments: Payments, paymentId: string): Promise<Settled> {
  const wall = ctx.clock.wall();
  const payment = await claimPayment(ctx.db.sql, { id: paymentId, wall, leaseUntil: addMs(wall, LEASE_MS) });
  if (!payment) return (await findPayment(ctx.db.sql, paymentId))?.settledAt === null ? 'look again' : 'settled';
  if (payment.provider !== payments.name) {
    // Its card belongs to a provider that no longer charges. If no real charge was opened, nothing was taken, and nothing ever will be.
    const tookNothing = payment.ref === null || payment.provider === PRETENDS;
    return tookNothing ? applyAnswer(ctx, payment, { is: 'declined', reason: 'card_unusable' }) : 'not ours';
  }
  return applyAnswer(ctx, payment, await ask(ctx, payments, payment));
}

async function ask(ctx: Ctx, payments: Payments, payment: PaymentRow): Promise<ProviderAnswer> {
  try {
    return await askProvider(ctx, payments, payment);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    const { paymentsCause } = error;
    ctx.log.warn({ err: error, paymentId: payment.id, paymentsCause }, 'a payment provider failed');
    // A request refused before there was a charge has moved nothing, and would be refused again.
    if (paymentsCause === 'rejected' && payment.ref === null) return { is: 'declined', reason: 'card_unusable' };
    return { is: 'unknown' };
  }
}

async function askProvider(ctx: Ctx, payments: Payments, payment: PaymentRow): Promise<ProviderAnswer> {
  const late = ctx.clock.now() >= payment.answerBy;
  // An opened charge whose reference was lost has taken nothing and cannot: it is left alone.
  if (payment.ref === null && late) return { is: 'declined', reason: 'canceled' };
  const ref = payment.ref ?? (await open(ctx, payments, payment));
  if (ref === null) return { is: 'unknown' };
  if (late) return (await payments.cancelCharge(ref)).state;
  const { present, attempts: attempt } = payment;
  if (payment.status === 'pending') return (await payments.confirmCharge({ ref, present, attempt })).state;
  const { state } = await payments.readCharge(ref);
  return state.is === 'open' ? (await payments.confirmCharge({ ref, present, attempt })).state : state;
}

async function open(ctx: Ctx, payments: Payments, payment: PaymentRow): Promise<string | null> {
  const card = await requireCard(ctx.db.sql, payment.cardId);
  if (card.ref === null) return null;
  const customerRef = await ensureCustomer(ctx, payments, payment.accountId);
  const { ref } = await payments.openCharge({
    key: payment.id,
    customerRef,
    cardRef: card.ref,
    amountMicros: payment.netMicros + payment.taxMicros,
    description: `Boreal ${payment.id}`,
    attempt: payment.attempts,
  });
  return (await saveRef(ctx.db.sql, { payment, ref })) ? ref : null;
}
