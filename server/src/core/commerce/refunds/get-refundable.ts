import type { Micros } from '@boreal/contract/values/money.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { readCredit } from '../../money/ledger/ledger.store.ts';
import { findPayment, type PaymentRow } from '../payments/payments.store.ts';
import { refundableOf, refundedSoFar } from './begin-refund.ts';
import { readEarned } from './earned.store.ts';
import { listRefundsOfPayment, type RefundRow } from './refunds.store.ts';

export interface PaymentWithRefunds {
  readonly payment: PaymentRow;
  /** Newest first. */
  readonly refunds: readonly RefundRow[];
  /** Micro-CAD before tax that could be refunded now. */
  readonly refundableMicros: Micros;
}

/** A payment, its refunds, and how much can still be refunded. For operators. @throws NOT_FOUND */
export async function getPaymentWithRefunds(ctx: Ctx, input: { paymentId: string }): Promise<PaymentWithRefunds> {
  const db = ctx.db.sql;
  const payment = await findPayment(db, input.paymentId);
  if (!payment) throw notFound('payment');
  const { netMicros } = await refundedSoFar(db, payment.id);
  const refundableMicros = refundableOf(payment, {
    refundedMicros: netMicros,
    earnedMicros: await readEarned(db, payment.id),
    balanceMicros: await readCredit(db, payment.accountId),
  });
  return { payment, refunds: await listRefundsOfPayment(db, payment.id), refundableMicros };
}
