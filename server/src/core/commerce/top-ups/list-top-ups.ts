import type { Payment } from '@boreal/contract/billing/payments.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import type { Page } from '../../ground/page.ts';
import { listPayments } from '../payments/get-payment.ts';

/** Purchases of credit, by hand and by auto-reload, newest first. */
export function listTopUps(
  ctx: CustomerCtx,
  input: { limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Page<Payment>> {
  return listPayments(ctx, { ...input, purposes: ['topup', 'auto_reload'] });
}
