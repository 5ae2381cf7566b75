import type { Payment } from '@boreal/contract/billing/payments.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Payments } from '../../../payments/port.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { findOwnPayment } from '../payments/get-payment.ts';
import { lookAtPayment } from './look-at-payment.ts';
import { providerAnswers } from '../provider/provider-answers.ts';

/**
 * Does in the sandbox what the cardholder does in the browser with a real provider: authenticates, or fails to. No effect if the charge
 * does not require it. @throws NOT_FOUND no such payment, or this is not the sandbox
 */
export async function authenticateTestCharge(
  ctx: CustomerCtx,
  payments: Payments,
  input: { paymentId: string; proven: boolean },
): Promise<Payment> {
  await requireRole(ctx.db.sql, ctx, 'billing.write');
  const { ref } = await findOwnPayment(ctx, input.paymentId);
  const { sandbox } = payments;
  if (sandbox === null) throw notFound('payment');
  if (ref !== null) await providerAnswers(ctx, () => sandbox.authenticate(ref, input.proven));
  return lookAtPayment(ctx, payments, input);
}
