import { prorate, type Micros } from '@boreal/contract/values/money.ts';
import type { Tx } from '../../../db/connect.ts';
import { newId } from '../../../kit/ids.ts';
import { PaymentsError, type Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { issueForRefund } from './issue-for-refund.ts';
import { findPaymentByRef, type PaymentRow } from '../payments/payments.store.ts';
import { keepTaxes, readTaxes, sumTaxes, taxesToRefund, type TaxPart } from '../../money/tax/tax.rules.ts';
import { least, refundedSoFar, type RefundedSoFar } from './begin-refund.ts';
import { hasTerm } from '../payments/terms.store.ts';
import { readEarned } from './earned.store.ts';
import type { LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { postRefund } from './post-refund.ts';
import { hasReturnedToCredit, insertRefund, type RefundRow } from './refunds.store.ts';

const MICROS_PER_CENT = 10_000n;

/** Money of a payment that returned to its card without us: through the cardholder's bank, or by somebody at the provider. */
export interface TakenBack {
  readonly payment: PaymentRow;
  readonly kind: RefundRow['kind'];
  /** Unique within the payment. */
  readonly key: string;
  /** The provider's reference for it. */
  readonly ref: string;
  /** Taxes included. */
  readonly amountMicros: Micros;
  readonly reason: string;
}

/**
 * Books money that is already gone, with its credit note: takes from the customer's credit what it still holds of it; the rest is our loss.
 */
export async function takeBack(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  taken: TakenBack,
): Promise<{ creditMicros: Micros; note: { id: string; number: string } }> {
  const { payment, kind, key, ref, amountMicros, reason } = taken;
  const before = await refundedSoFar(tx, payment.id);
  const taxes = taxesTaken(payment, before, amountMicros);
  const taxMicros = sumTaxes(taxes);
  const netMicros = amountMicros - taxMicros;
  // A term has earned what is left of its payment, and no more.
  const leftMicros = payment.netMicros > before.netMicros ? payment.netMicros - before.netMicros : 0n;
  const earnedMicros = least(netMicros, least(leftMicros, await readEarned(tx, payment.id)));
  // Takes from the credit what it holds, if the money is there.
  const isCredit = !(await hasTerm(tx, payment.id)) || (await hasReturnedToCredit(tx, payment.id));
  const creditMicros = isCredit ? least(netMicros - earnedMicros, account.balanceMicros) : 0n;
  const now = ctx.clock.now();
  const row = {
    id: newId('refund', now),
    paymentId: payment.id,
    accountId: payment.accountId,
    key,
    kind,
    status: 'succeeded',
    netMicros,
    taxMicros,
    creditMicros,
    lossMicros: netMicros - earnedMicros - creditMicros,
    reason,
    ref,
    checkAt: null,
    attempts: 0,
    leaseToken: 0,
    leaseUntil: null,
    createdAt: now,
    settledAt: now,
  } as const satisfies Omit<RefundRow, 'taxes'>;
  await insertRefund(tx, { ...row, taxes: keepTaxes(taxes) });
  const refund = { ...row, taxes: JSON.parse(keepTaxes(taxes)) };
  await postRefund(tx, ctx, account, refund);
  return { creditMicros: row.creditMicros, note: await issueForRefund(tx, ctx, refund, 'given back') };
}

/**
 * The payment whose money was taken back; null if it is not ours. The event may arrive before the answer of the charge itself. @throws
 * PaymentsError `unreachable`: look again when the charge has its answer
 */
export async function findTakenPayment(ctx: Ctx, payments: Payments, chargeRef: string): Promise<PaymentRow | null> {
  const payment = await findPaymentByRef(ctx.db.sql, { provider: payments.name, ref: chargeRef });
  if (!payment || payment.status === 'failed') return null;
  if (payment.settledAt === null) throw new PaymentsError('unreachable', 'the charge has no answer yet');
  return payment;
}

/** The taxes included in an amount that was taken: all remaining taxes of the payment if all of it was taken. */
function taxesTaken(payment: PaymentRow, before: RefundedSoFar, amountMicros: Micros): readonly TaxPart[] {
  const totalMicros = payment.netMicros + payment.taxMicros;
  const share = prorate(amountMicros, payment.netMicros, totalMicros * MICROS_PER_CENT) * MICROS_PER_CENT;
  const leftMicros = payment.netMicros > before.netMicros ? payment.netMicros - before.netMicros : 0n;
  return taxesToRefund(readTaxes(payment.taxes), {
    netMicros: payment.netMicros,
    refundedNetMicros: before.netMicros < payment.netMicros ? before.netMicros : payment.netMicros,
    refunded: before.taxes,
    refundMicros: share > leftMicros ? leftMicros : share,
  });
}
