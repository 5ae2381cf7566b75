import type { PaymentAction } from '@boreal/contract/billing/payments.ts';
import type { Payments } from '../../../payments/port.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findOwnPayment } from './get-payment.ts';
import { providerAnswers } from '../provider/provider-answers.ts';

/**
 * What the cardholder's browser needs for authentication; null if nothing is required. Calls the provider: not inside a transaction.
 * @throws NOT_FOUND · PAYMENTS_UNAVAILABLE
 */
export async function getCustomerAction(
  ctx: CustomerCtx,
  payments: Payments,
  input: { paymentId: string },
): Promise<PaymentAction['action']> {
  const { status, ref, provider } = await findOwnPayment(ctx, input.paymentId);
  if (status !== 'requires_action' || ref === null || provider !== payments.name) return null;
  const { state } = await providerAnswers(ctx, () => payments.readCharge(ref));
  if (state.is !== 'needs customer') return null;
  return { provider: payments.name, publishableKey: payments.publishableKey, clientSecret: state.clientSecret };
}
