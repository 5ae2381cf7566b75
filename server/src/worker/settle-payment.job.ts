import { z } from 'zod';
import { settlePayment } from '../core/commerce/settlement/settle-payment.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import type { Payments } from '../payments/port.ts';

/** `trace`: that of the request which caused the job. */
const Payload = z.object({ paymentId: z.string(), trace: z.string().optional() });

/** Asks for a payment's outcome at once; if there is none yet, the schedule checks again. */
export function settlePaymentJob(ctx: Ctx, payments: Payments): (payload: unknown) => Promise<void> {
  return async (payload) => {
    const { paymentId, trace } = Payload.parse(payload);
    const settle = () => settlePayment(ctx, payments, paymentId);
    if (ctx.traces === null) return void (await settle());
    const attributes = { 'boreal.payment_id': paymentId };
    await ctx.traces.begin({ name: 'settle payment', kind: 'later', attributes, carried: trace ?? null }, settle);
  };
}
