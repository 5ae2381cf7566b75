import { prorate, type Micros } from '@boreal/contract/money.ts';
import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import type { Dispute, Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ctx.ts';
import { issueForRefund } from '../invoices/issue-for-refund.ts';
import { lockCredit } from '../ledger/ledger.store.ts';
import { hasTerm } from '../orders/terms.store.ts';
import { findPaymentByRef, type PaymentRow } from '../payments/payments.store.ts';
import { keepTaxes, readTaxes, sumTaxes, taxesToRefund, type TaxPart } from '../tax/tax.rules.ts';
import { stopAutoReload } from '../top-ups/auto-reload.store.ts';
import { refundedSoFar } from './begin-refund.ts';
import { postRefund, undoRefund } from './post-refund.ts';
import { changeRefund, findRefundByKey, insertRefund, lockRefund, type RefundRow } from './refunds.store.ts';

const MICROS_PER_CENT = 10_000n;

/**
 * Books what a cardholder's bank does: it takes the money of a payment, and gives it back when the dispute is won. What
 * the customer's credit still holds of it is taken; the rest is lost. Auto-reload stops, and an operator is told by the
 * log. May be called again at any time: each movement is booked once.
 */
export async function applyDispute(ctx: Ctx, payments: Payments, disputeRef: string): Promise<void> {
  const dispute = await payments.readDispute(disputeRef);
  const found = await findPaymentByRef(ctx.db.sql, { provider: payments.name, ref: dispute.chargeRef });
  if (!found) return;
  await ctx.transact(async (tx) => {
    const balanceMicros = await lockCredit(tx, found.accountId);
    const earlier = await findRefundByKey(tx, { paymentId: found.id, key: `dispute:${disputeRef}` });
    if (!earlier && dispute.withdrawn) await withdraw(tx, ctx, { payment: found, dispute, balanceMicros });
    if (earlier?.status === 'succeeded' && !dispute.withdrawn) await reinstate(tx, ctx, earlier);
  });
}

async function withdraw(tx: Tx, ctx: Ctx, input: { payment: PaymentRow; dispute: Dispute; balanceMicros: Micros }): Promise<void> {
  const { payment, dispute, balanceMicros } = input;
  const taxes = await taxesTaken(tx, payment, dispute.amountMicros);
  const taxMicros = sumTaxes(taxes);
  const netMicros = dispute.amountMicros - taxMicros;
  const ofTerm = await hasTerm(tx, payment.id);
  const now = ctx.clock.now();
  const row = {
    id: newId('refund', now),
    paymentId: payment.id,
    accountId: payment.accountId,
    key: `dispute:${dispute.ref}`,
    kind: 'dispute',
    status: 'succeeded',
    netMicros,
    taxMicros,
    creditMicros: ofTerm ? 0n : balanceMicros < netMicros ? balanceMicros : netMicros,
    reason: "The cardholder's bank took the payment back",
    ref: dispute.ref,
    checkAt: null,
    attempts: 0,
    leaseToken: 0,
    leaseUntil: null,
    createdAt: now,
    settledAt: now,
  } as const satisfies Omit<RefundRow, 'taxes'>;
  await insertRefund(tx, { ...row, taxes: keepTaxes(taxes) });
  const refund = { ...row, taxes: JSON.parse(keepTaxes(taxes)) };
  await postRefund(tx, ctx, { ...refund, ofTerm });
  await issueForRefund(tx, ctx, refund, 'given back');
  await stopAutoReload(tx, { accountId: payment.accountId, at: now });
  ctx.log.error(
    { paymentId: payment.id, accountId: payment.accountId, disputeRef: dispute.ref },
    'a bank has taken a payment back: look at the account',
  );
}

async function reinstate(tx: Tx, ctx: Ctx, earlier: RefundRow): Promise<void> {
  const refund = await lockRefund(tx, earlier.id);
  if (refund?.status !== 'succeeded') return;
  await changeRefund(tx, refund.id, { status: 'failed', settledAt: ctx.clock.now() });
  await undoRefund(tx, ctx, { ...refund, ofTerm: await hasTerm(tx, refund.paymentId) });
  await issueForRefund(tx, ctx, refund, 'reversed');
}

/** The taxes in an amount that was taken with them: all that are left of the payment when all of it goes. */
async function taxesTaken(tx: Tx, payment: PaymentRow, amountMicros: Micros): Promise<readonly TaxPart[]> {
  const before = await refundedSoFar(tx, payment.id);
  const totalMicros = payment.netMicros + payment.taxMicros;
  const share = prorate(amountMicros, payment.netMicros, totalMicros * MICROS_PER_CENT) * MICROS_PER_CENT;
  const leftMicros = payment.netMicros - before.netMicros;
  return taxesToRefund(readTaxes(payment.taxes), {
    netMicros: payment.netMicros,
    refundedNetMicros: before.netMicros,
    refunded: before.taxes,
    refundMicros: share > leftMicros ? leftMicros : share,
  });
}
