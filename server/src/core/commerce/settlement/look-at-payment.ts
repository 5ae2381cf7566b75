import type { Payment } from '@boreal/contract/billing/payments.ts';
import type { Payments } from '../../../payments/port.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { findOwnPayment, getPayment } from '../payments/get-payment.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * Asks the provider now for the outcome of a charge, for a person who waits; the worker asks by itself, but later. If the provider does not
 * answer, leaves the rest to the worker. Do not call it inside a transaction. @throws NOT_FOUND
 */
export async function lookAtPayment(ctx: CustomerCtx, payments: Payments, input: { paymentId: string }): Promise<Payment> {
  await requireRole(ctx.db.sql, ctx, 'billing.write');
  const { id } = await findOwnPayment(ctx, input.paymentId);
  await settlePayment(ctx, payments, id);
  return getPayment(ctx, input);
}
