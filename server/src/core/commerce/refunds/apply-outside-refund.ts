import { refundReasons } from '@boreal/contract/billing/refund-reasons.ts';
import type { Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findRefundByKey } from './refunds.store.ts';
import { findTakenPayment, takeBack } from './take-back.ts';

/**
 * Books a refund made directly at the provider, not through Boreal. The money is gone, so takes it from what the customer's credit still
 * holds; the rest is lost. Ignores our own refunds: the code that requested them books those. If the bank returns the money later, the
 * refund fails like any other. Safe to call again at any time.
 */
export async function applyOutsideRefund(ctx: Ctx, payments: Payments, refundRef: string): Promise<void> {
  const { ref, key: ours, state, chargeRef, amountMicros } = await payments.readRefund(refundRef);
  if (ours !== null || state === 'failed') return;
  const payment = await findTakenPayment(ctx, payments, chargeRef);
  if (!payment) return;
  const { accountId, id: paymentId } = payment;
  const key = `outside:${ref}`;
  await ctx.transact(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (await findRefundByKey(tx, { paymentId, key })) return;
    const reason = refundReasons.outside.en;
    const { note } = await takeBack(tx, ctx, account, { payment, kind: 'refund', key, ref, amountMicros, reason });
    const data = { invoiceId: note.id, number: note.number, amountMicros: String(amountMicros), reason };
    await recordNotice(tx, ctx, { accountId, kind: 'refunded', serverId: null, data });
    ctx.log.error(
      { paymentId, accountId, refundRef: ref },
      'somebody has refunded a payment past Boreal: it was booked; refund through Boreal',
    );
  });
}
