import { retrySentences } from '@boreal/contract/request-sentences/retries.sentences.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { changePayment, findPayment, lockPayment } from '../payments/payments.store.ts';
import { wakePayment } from '../payments/wake-payment.store.ts';
import { changeRefund, findRefund, lockRefund } from '../refunds/refunds.store.ts';
import type { Ctx } from '../../ground/ctx.ts';

/**
 * Makes the worker ask the provider about a charge now. Never charges a second time: the provider knows the charge by its key. For
 * operators. @throws NOT_FOUND · INVALID_REQUEST it is settled
 */
export function retryPayment(ctx: Ctx, input: { paymentId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const found = await findPayment(tx, input.paymentId);
    if (!found) throw notFound('payment');
    await lockAccount(tx, found.accountId);
    const payment = await lockPayment(tx, found.id);
    if (!payment || payment.settledAt !== null) throw invalidRequest('paymentId', retrySentences.answeredAlready);
    await changePayment(tx, payment.id, { checkAt: ctx.clock.now() });
    await wakePayment(tx, { paymentId: payment.id, trace: ctx.traces?.carry() ?? null });
    const detail = { status: payment.status, attempts: payment.attempts };
    await recordAudit(tx, ctx, { accountId: payment.accountId, action: 'payment.retried', target: payment.id, detail });
  });
}

/** Makes the worker ask the provider now for a refund that has not been carried out. For operators. @throws as retryPayment */
export function retryRefund(ctx: Ctx, input: { refundId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const found = await findRefund(tx, input.refundId);
    if (!found) throw notFound('refund');
    await lockAccount(tx, found.accountId);
    const refund = await lockRefund(tx, found.id);
    if (!refund || refund.checkAt === null || refund.status !== 'pending') throw invalidRequest('refundId', retrySentences.answeredAlready);
    await changeRefund(tx, refund.id, { checkAt: ctx.clock.now() });
    const detail = { status: refund.status, attempts: refund.attempts };
    await recordAudit(tx, ctx, { accountId: refund.accountId, action: 'refund.retried', target: refund.id, detail });
  });
}
