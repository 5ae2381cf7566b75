import { z } from 'zod';
import { settlePayment } from '../core/commerce/settlement/settle-payment.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import type { Payments } from '../payments/port.ts';

const Payload = z.object({ paymentId: z.string() });

/** Asks for a payment's answer at once; one without an answer yet is checked again by the schedule. */
export function settlePaymentJob(ctx: Ctx, payments: Payments): (payload: unknown) => Promise<void> {
  return async (payload) => void (await settlePayment(ctx, payments, Payload.parse(payload).paymentId));
}
