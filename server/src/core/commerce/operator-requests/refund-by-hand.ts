import { toCad } from '@boreal/contract/values/money.ts';
import { setSavepoint } from '../../../db/savepoint.ts';
import { joining, type Ctx } from '../../ground/ctx.ts';
import { refundPayment, type RefundBegun } from '../refunds/refund-payment.ts';
import { movesTooMuch } from '../second-operator/alone.ts';
import { askSecond } from '../second-operator/ask-second.ts';

/** The refund in progress, or the request that another operator decides. */
export type RefundOutcome =
  | { readonly requestId: null; readonly refund: RefundBegun }
  | { readonly requestId: string; readonly refund: null };

/**
 * As refundPayment; above what one operator moves alone in 24 hours, it waits for another instead. The refund is made first and rolled
 * back, so that a refund that is not possible is never requested.
 */
export function refundByHand(ctx: Ctx, input: Parameters<typeof refundPayment>[1]): Promise<RefundOutcome> {
  return ctx.transact(async (tx) => {
    const start = await setSavepoint(tx);
    const refund = await refundPayment(joining(ctx, tx), input);
    // The refund itself is already included in the sum.
    if (!refund.isNew || !(await movesTooMuch(tx, ctx, 0n))) return { requestId: null, refund };
    await start.rollBack();
    const { accountId, netMicros } = refund;
    const { paymentId, reason, key } = input;
    const deed = { kind: 'refund', accountId, paymentId, amount: toCad(netMicros), reason } as const;
    const requestId = await askSecond(tx, ctx, { deed, amountMicros: netMicros, key: refundKey(paymentId, key) });
    return { requestId, refund: null };
  });
}

/** The name of a refund among all requests, and back. */
export function refundKey(paymentId: string, key: string): string {
  return `refund:${paymentId}:${key}`;
}
export function keyOfRefund(paymentId: string, requestKey: string): string {
  return requestKey.slice(refundKey(paymentId, '').length);
}
