import { refundReasons } from '@boreal/contract/billing/refund-reasons.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Payments } from '../../../payments/port.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { issueForRefund } from './issue-for-refund.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import { findTermOfPayment } from '../payments/terms.store.ts';
import { stopAutoReload } from '../top-ups/auto-reload.store.ts';
import { undoRefund } from './post-refund.ts';
import { changeRefund, findTurns, lockRefund, type RefundRow } from './refunds.store.ts';
import { findTakenPayment, takeBack, type TakenBack } from './take-back.ts';
import { tellClosedCredit } from './tell-closed-credit.ts';

/** Stops what else, besides auto-reload, charges the account's cards automatically. */
export type StopCharging = (tx: Tx, ctx: Ctx, of: { accountId: string }) => Promise<void>;

/**
 * Books what a cardholder's bank does: it takes the money of a payment, and returns it if the dispute is won. Takes what the customer's
 * credit still holds of it; the rest is lost. Stops auto-reload and everything else that charges the account's cards automatically; tells
 * the customer and the operators responsible for payments. Safe to call again at any time: each movement is booked once.
 */
export async function applyDispute(ctx: Ctx, payments: Payments, disputeRef: string, stopCharging: StopCharging): Promise<void> {
  const dispute = await payments.readDispute(disputeRef);
  const payment = await findTakenPayment(ctx, payments, dispute.chargeRef);
  if (!payment) return;
  const base = `dispute:${disputeRef}`;
  await ctx.transact(async (tx) => {
    const account = await lockAccount(tx, payment.accountId);
    const { live, count } = await findTurns(tx, { paymentId: payment.id, key: base });
    if (!live && dispute.withdrawn) {
      const { ref, amountMicros } = dispute;
      // A bank may change its mind again after it has returned the money: each time is booked separately.
      const key = count === 0 ? base : `${base}:${count + 1}`;
      // The card may be stolen: the next charge would be disputed, too.
      await stopAutoReload(tx, { accountId: account.id, at: ctx.clock.now() });
      await stopCharging(tx, ctx, { accountId: account.id });
      await withdraw(tx, ctx, account, { payment, kind: 'dispute', key, ref, amountMicros, reason: refundReasons.disputed.en });
    }
    if (live && !dispute.withdrawn) await reinstate(tx, ctx, account, live);
  });
}

async function withdraw(tx: Tx, ctx: Ctx, account: LockedAccount, taken: TakenBack): Promise<void> {
  const { accountId, id: paymentId } = taken.payment;
  const { creditMicros, note } = await takeBack(tx, ctx, account, taken);
  const micros = { amountMicros: String(taken.amountMicros), creditMicros: String(creditMicros) };
  await recordNotice(tx, ctx, {
    accountId,
    kind: 'payment_disputed',
    serverId: null,
    data: { invoiceId: note.id, number: note.number, ...micros },
  });
  const [row, term] = [await findAccount(tx, accountId), await findTermOfPayment(tx, paymentId)];
  await recordNotice(tx, ctx, {
    accountId,
    kind: 'dispute_to_answer',
    serverId: null,
    data: {
      accountId,
      accountName: row?.name ?? accountId,
      paymentId,
      disputeRef: taken.ref,
      ...micros,
      termEndsAt: term === null || term.endsAt <= ctx.clock.now() ? null : term.endsAt.toISOString(),
    },
  });
  ctx.log.error({ paymentId, accountId, disputeRef: taken.ref }, 'a bank has taken a payment back: look at the account');
}

async function reinstate(tx: Tx, ctx: Ctx, account: LockedAccount, earlier: RefundRow): Promise<void> {
  const refund = await lockRefund(tx, earlier.id);
  if (refund?.status !== 'succeeded') return;
  await changeRefund(tx, refund.id, { status: 'failed', settledAt: ctx.clock.now() });
  await undoRefund(tx, ctx, account, refund);
  await issueForRefund(tx, ctx, refund, 'reversed');
  await tellClosedCredit(tx, ctx, account);
}
