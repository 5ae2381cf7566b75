import type { DeclineReason } from '@boreal/contract/billing/payments.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { readCardFace } from '../cards/cards.store.ts';
import { transactSale, type Sale } from '../../fleet/lifecycle/transact-sale.ts';
import { issueForPayment } from './issue-for-payment.ts';
import { giveBackApproval } from '../../money/agents/require-approval.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import { orderPaid, orderUnpaid } from '../orders/order-settled.ts';
import { reloadDeclined, reloadSucceeded } from '../top-ups/auto-reload-settled.ts';
import { nextLook, type ProviderAnswer, type Settled } from '../provider/answer.rules.ts';
import { quoteOf } from '../payments/payment.rules.ts';
import { changePayment, lockPayment, type PaymentRow } from '../payments/payments.store.ts';
import { postPayment } from '../payments/post-payment.ts';

/**
 * Writes the provider's answer, with the money and everything that depends on it, in one transaction. A settled payment stays as it is,
 * whatever answer comes later.
 */
export function applyAnswer(ctx: Ctx, claimed: PaymentRow, answer: ProviderAnswer): Promise<Settled> {
  // A paid term may preempt spot servers, whose owners' accounts must be locked first: then all of this restarts.
  return transactSale({ ...ctx, accountId: claimed.accountId }, async (tx, sale) => {
    const account = await lockAccount(tx, claimed.accountId);
    const payment = await lockPayment(tx, claimed.id);
    if (!payment || payment.settledAt !== null) return 'settled';
    switch (answer.is) {
      case 'succeeded':
        await succeed(tx, ctx, { sale, account }, payment);
        return 'settled';
      case 'declined':
        await decline(tx, ctx, payment, answer.reason);
        return 'settled';
      case 'needs customer':
      case 'processing':
      case 'open':
      case 'unknown':
        if (payment.leaseToken === claimed.leaseToken) await wait(tx, ctx, payment, answer);
        return 'waiting';
    }
  });
}

async function succeed(tx: Tx, ctx: Ctx, { sale, account }: { sale: Sale; account: LockedAccount }, waiting: PaymentRow): Promise<void> {
  const settled = { status: 'succeeded', settledAt: ctx.clock.now(), checkAt: null, leaseUntil: null } as const;
  const payment = { ...waiting, ...settled };
  await changePayment(tx, payment.id, settled);
  await postPayment(tx, ctx, account, payment);
  if (payment.purpose === 'auto_reload') await reloadSucceeded(tx, ctx, payment);
  if (payment.orderId !== null) await orderPaid(tx, ctx, sale, { payment, orderId: payment.orderId });
  const document = await issueForPayment(tx, ctx, payment);
  await recordNotice(tx, ctx, {
    accountId: payment.accountId,
    kind: 'receipt',
    serverId: null,
    data: {
      invoiceId: document.id,
      number: document.number,
      document: payment.orderId === null ? 'receipt' : 'invoice',
      totalMicros: String(payment.netMicros + payment.taxMicros),
    },
  });
}

async function decline(tx: Tx, ctx: Ctx, payment: PaymentRow, reason: DeclineReason): Promise<void> {
  ctx.log.warn({ paymentId: payment.id, accountId: payment.accountId, purpose: payment.purpose, reason }, 'a card was declined');
  const settledAt = ctx.clock.now();
  await changePayment(tx, payment.id, { status: 'failed', declineReason: reason, settledAt, checkAt: null, leaseUntil: null });
  const quote = quoteOf(payment);
  if (quote !== null) await giveBackApproval(tx, quote);
  const { orderId } = payment;
  const told = orderId !== null && (await orderUnpaid(tx, ctx, payment, { orderId, reason }));
  if (!told) await tellDeclined(tx, ctx, payment, reason);
  if (payment.purpose === 'auto_reload') await reloadDeclined(tx, ctx, payment, reason);
}

async function tellDeclined(tx: Tx, ctx: Ctx, payment: PaymentRow, reason: DeclineReason): Promise<void> {
  const { accountId, purpose, netMicros, taxMicros } = payment;
  const { last4: cardLast4 } = await readCardFace(tx, payment.cardId);
  const data = { purpose, amountMicros: String(netMicros + taxMicros), cardLast4, reason };
  await recordNotice(tx, ctx, { accountId, kind: 'card_declined', serverId: null, data });
}

async function wait(tx: Tx, ctx: Ctx, payment: PaymentRow, answer: ProviderAnswer): Promise<void> {
  const status = answer.is === 'needs customer' ? 'requires_action' : answer.is === 'processing' ? 'processing' : payment.status;
  const attempts = payment.attempts + 1;
  await changePayment(tx, payment.id, { status, attempts, checkAt: nextLook(ctx, attempts), leaseUntil: null });
}
