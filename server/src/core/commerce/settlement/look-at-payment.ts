import type { Payment } from '@boreal/contract/billing/payments.ts';
import type { Payments } from '../../../payments/port.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { findOwnPayment, getPayment } from '../payments/get-payment.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Asks the provider at once for the outcome of a charge, where somebody waits for it; the worker asks by itself, but later. What
 * the provider does not answer is left to the worker. Not to be called inside a transaction. @throws NOT_FOUND
 */
export async function lookAtPayment(ctx: CustomerCtx, payments: Payments, input: { paymentId: string }): Promise<Payment> {
  await requireRole(ctx.db.sql, ctx, 'billing.write');
  const { id } = await findOwnPayment(ctx, input.paymentId);
  await settlePayment(ctx, payments, id);
  return getPayment(ctx, input);
}
