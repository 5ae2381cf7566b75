import type { Tx } from '../../../db/connect.ts';
import { addMs, MINUTE_MS } from '../../../kit/clock.ts';
import { PaymentsError, PRETENDS, type Payments, type Refund } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { issueForRefund } from './issue-for-refund.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { nextLook, type Settled } from '../provider/answer.rules.ts';
import { findPayment } from '../payments/payments.store.ts';
import { undoRefund } from './post-refund.ts';
import { changeRefund, claimRefund, findRefund, lockRefund, type RefundRow } from './refunds.store.ts';
import { tellClosedCredit } from './tell-closed-credit.ts';

const LEASE_MS = 3 * MINUTE_MS;

/**
 * Asks the provider to refund, or for the outcome, and writes the answer. A bank may return a refund even after it succeeded: then it has
 * failed, and the money is the customer's again. Safe to run twice and late.
 */
export async function settleRefund(ctx: Ctx, payments: Payments, refundId: string): Promise<Settled> {
  const wall = ctx.clock.wall();
  const refund = await claimRefund(ctx.db.sql, { id: refundId, wall, leaseUntil: addMs(wall, LEASE_MS) });
  if (!refund) return (await findRefund(ctx.db.sql, refundId))?.status === 'failed' ? 'settled' : 'look again';
  const answer = await ask(ctx, payments, refund);
  return ctx.transact(async (tx) => {
    const account = await lockAccount(tx, refund.accountId);
    const current = await lockRefund(tx, refund.id);
    if (!current || current.leaseToken !== refund.leaseToken) return 'look again';
    return apply(tx, ctx, account, { refund: current, answer });
  });
}

type RefundAnswer = Refund['state'] | 'unknown';

async function ask(ctx: Ctx, payments: Payments, refund: RefundRow): Promise<RefundAnswer> {
  const payment = await findPayment(ctx.db.sql, refund.paymentId);
  if (!payment || payment.ref === null) return 'unknown';
  // Nothing was paid, so nothing has to go back to a card.
  if (payment.provider !== payments.name) return payment.provider === PRETENDS ? 'succeeded' : 'unknown';
  try {
    if (refund.ref !== null) return (await payments.readRefund(refund.ref)).state;
    const amountMicros = refund.netMicros + refund.taxMicros;
    const { ref, state } = await payments.refund({ key: refund.id, chargeRef: payment.ref, amountMicros });
    await changeRefund(ctx.db.sql, refund.id, { ref });
    return state;
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    ctx.log.warn({ err: error, refundId: refund.id }, 'a payment provider failed');
    return error.paymentsCause === 'rejected' && refund.ref === null ? 'failed' : 'unknown';
  }
}

async function apply(tx: Tx, ctx: Ctx, account: LockedAccount, of: { refund: RefundRow; answer: RefundAnswer }): Promise<Settled> {
  const { refund, answer } = of;
  const settledAt = ctx.clock.now();
  if (answer === 'failed') {
    await changeRefund(tx, refund.id, { status: 'failed', checkAt: null, leaseUntil: null, settledAt });
    const backMicros = await undoRefund(tx, ctx, account, refund);
    if (refund.status === 'succeeded') await issueForRefund(tx, ctx, refund, 'reversed');
    const { accountId, netMicros, taxMicros } = refund;
    const data = { amountMicros: String(netMicros + taxMicros), creditMicros: String(backMicros) };
    await recordNotice(tx, ctx, { accountId, kind: 'refund_failed', serverId: null, data });
    await tellClosedCredit(tx, ctx, account);
    ctx.log.error({ refundId: refund.id, paymentId: refund.paymentId }, 'a refund has failed: the money is with the account again');
    return 'settled';
  }
  if (answer === 'succeeded' && refund.status === 'pending') {
    await changeRefund(tx, refund.id, { status: 'succeeded', checkAt: null, leaseUntil: null, settledAt });
    const note = await issueForRefund(tx, ctx, refund, 'given back');
    await recordNotice(tx, ctx, {
      accountId: refund.accountId,
      kind: 'refunded',
      serverId: null,
      data: { invoiceId: note.id, number: note.number, amountMicros: String(refund.netMicros + refund.taxMicros), reason: refund.reason },
    });
    return 'settled';
  }
  if (refund.status === 'succeeded') {
    await changeRefund(tx, refund.id, { leaseUntil: null });
    // Nothing looks at it automatically any more, so an event that could not be read must not be lost.
    return answer === 'unknown' ? 'look again' : 'settled';
  }
  const attempts = refund.attempts + 1;
  await changeRefund(tx, refund.id, { attempts, checkAt: nextLook(ctx, attempts), leaseUntil: null });
  return 'waiting';
}
