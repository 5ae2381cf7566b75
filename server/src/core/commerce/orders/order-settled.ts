import { cycleMonths } from '@boreal/contract/billing/orders.ts';
import type { DeclineReason } from '@boreal/contract/billing/payments.ts';
import { refundReasons } from '@boreal/contract/billing/refund-reasons.ts';
import type { DropReason } from '@boreal/contract/servers/events.ts';
import type { Tx } from '../../../db/connect.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { planName } from '../../money/catalog/catalog.rules.ts';
import { requirePlan } from '../../money/catalog/require-plan.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { dropHeldServer, dropHeldGpus, launchHeldServer, restoreHeldServer } from '../../fleet/lifecycle/create/held-server.ts';
import { placePaid } from '../../fleet/lifecycle/create/keep-place.ts';
import { changeServer, lockServer, type ServerRow, type LockedServer } from '../../fleet/servers/servers.store.ts';
import type { Sale } from '../../fleet/lifecycle/transact-sale.ts';
import { readCardFace } from '../cards/cards.store.ts';
import { takeCredit } from '../../money/ledger/ledger.store.ts';
import { lockAccount, type LockedAccount } from '../../money/ledger/locked-account.store.ts';
import type { PaymentRow } from '../payments/payments.store.ts';
import { refundRest } from '../refunds/begin-refund.ts';
import { extendOption } from './extend-option.store.ts';
import { firstRenewalTry, nextRenewalTry } from './order.rules.ts';
import { changeOrder, lockOrder, type OrderRow } from './orders.store.ts';
import { renewedPeriod } from './renewal-price.ts';
import { paidSpan } from './paid-span.store.ts';
import { insertTerm } from '../payments/terms.store.ts';

/**
 * The card was charged for a term, and its money is now the customer's credit: pays the term from it, and launches the server, or restores
 * it if its last term was over. Refunds the money to the card if there is nothing left to pay for, the account may no longer start
 * anything, or no host has room any more.
 */
export async function orderPaid(
  tx: Tx,
  ctx: Ctx,
  sale: Sale,
  { payment, orderId }: { payment: PaymentRow; orderId: string },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const server = order && (await lockServer(tx, order.serverId));
  if (!order || !server) throw new Error(`payment ${payment.id} is for an order that is not there`);
  if (!isAwaited(payment, order, server)) {
    if (payment.purpose === 'renewal' && order.status === 'ended') await dropHeldGpus(tx, ctx, server);
    await refundRest(tx, ctx, { payment, reason: refundReasons.orderOver.en });
    return;
  }
  const account = await lockAccount(tx, order.accountId);
  const { suspendedAt } = account.credit;
  if (suspendedAt !== null && order.status !== 'active') {
    await giveUpLaunch(tx, ctx, { order, server, reason: 'ACCOUNT_SUSPENDED' });
    await refundRest(tx, ctx, { payment, reason: refundReasons.suspended.en });
    return;
  }
  if (order.status !== 'active' && !(await placePaid(tx, ctx, sale, server))) {
    await giveUpLaunch(tx, ctx, { order, server, reason: 'HOST_DRAINED' });
    await refundRest(tx, ctx, { payment, reason: refundReasons.placeLost.en });
    return;
  }
  const period = await payTerm(tx, ctx, account, { payment, order, server });
  // The server's row, now on the engine that has its place.
  const placed = (await lockServer(tx, server.id)) ?? server;
  if (payment.purpose === 'order') {
    await launchHeldServer(tx, ctx, placed);
    const plan = await requirePlan(tx, order.planId);
    await recordNotice(tx, ctx, {
      accountId: order.accountId,
      kind: 'order_placed',
      serverId: server.id,
      data: {
        orderId: order.id,
        planName: planName(plan),
        cycle: order.cycle,
        totalMicros: String(payment.netMicros + payment.taxMicros),
        periodEnd: period.end.toISOString(),
      },
    });
  } else if (order.status === 'ended') await restoreHeldServer(tx, ctx, placed);
}

/** Whether there is still something to pay for: the order may have been deleted, cancelled or broken meanwhile. */
function isAwaited(payment: PaymentRow, order: OrderRow, server: ServerRow): boolean {
  if (server.status === 'DELETED') return false;
  if (payment.purpose === 'order') return order.status === 'pending';
  const neverRan = server.status === 'ERROR' && server.firstActiveAt === null;
  return (order.status === 'active' || order.status === 'ended') && order.canceledAt === null && !neverRan;
}

/** Starts nothing, because the account is suspended or no GPUs are left. Frees what was held. */
async function giveUpLaunch(tx: Tx, ctx: Ctx, of: { order: OrderRow; server: LockedServer; reason: DropReason }): Promise<void> {
  const { order, server, reason } = of;
  if (order.status === 'ended') return dropHeldGpus(tx, ctx, server);
  await changeOrder(tx, { orderId: order.id, at: ctx.clock.now(), change: { status: 'failed', renewAt: null } });
  await dropHeldServer(tx, ctx, server, reason);
}

async function payTerm(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  of: { payment: PaymentRow; order: OrderRow; server: LockedServer },
): Promise<{ start: Date; end: Date }> {
  const { payment, order, server } = of;
  const now = ctx.clock.now();
  const { anchorAt, anchorTerm, number, start, end } = renewedPeriod(order, now);
  const planMicros = payment.netMicros - payment.backupMicros;
  await insertTerm(tx, {
    orderId: order.id,
    number,
    paymentId: payment.id,
    planMicros,
    backupMicros: payment.backupMicros,
    startsAt: start,
    endsAt: end,
  });
  const paid = { type: 'order', against: 'revenue', serverId: server.id } as const;
  const until = dateOf(end);
  await takeCredit(tx, ctx, account, {
    ...paid,
    key: `order-term:${order.id}:${number}`,
    amountMicros: planMicros,
    data: { of: 'term', serverName: server.name, planId: order.planId, until },
  });
  if (payment.backupMicros > 0n) {
    await takeCredit(tx, ctx, account, {
      ...paid,
      key: `order-backup:${order.id}:${number}`,
      amountMicros: payment.backupMicros,
      data: { of: 'backup_option', serverName: server.name, until },
    });
    await extendOption(tx, { serverId: server.id, paidUntil: end, at: now });
  }
  const term = { anchorAt, anchorTerm, termNumber: number, termStart: start, termEnd: end };
  const renewAt = order.autoRenew ? firstRenewalTry(end, now) : null;
  await changeOrder(tx, { orderId: order.id, at: now, change: { status: 'active', ...term, renewAt } });
  const months = cycleMonths[order.cycle];
  const span = await paidSpan(tx, { order, now });
  const paidSpanOf = { paidFrom: span.from, paidUntil: end, paidMonths: span.terms * months, committedMicros: planMicros / BigInt(months) };
  await changeServer(tx, server, { at: now, change: paidSpanOf });
  return { start, end };
}

/**
 * The card was not charged. A first order fails and its GPUs are freed; GPUs held for a lapsed server are freed; a current term continues,
 * and an automatic renewal is retried until shortly before its end. True if this told the customer.
 */
export async function orderUnpaid(
  tx: Tx,
  ctx: Ctx,
  payment: PaymentRow,
  { orderId, reason }: { orderId: string; reason: DeclineReason },
): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  const server = order && (await lockServer(tx, order.serverId));
  if (!order || !server) return false;
  const now = ctx.clock.now();
  if (order.status === 'pending') {
    await changeOrder(tx, { orderId, at: now, change: { status: 'failed', renewAt: null } });
    await dropHeldServer(tx, ctx, server, 'CARD_DECLINED');
    return false;
  }
  if (order.status === 'ended') await dropHeldGpus(tx, ctx, server);
  return order.status === 'active' && (await renewalDeclined(tx, ctx, { order, server, payment, reason }));
}

/** An automatic renewal was declined: tells its customer, with the time of the next attempt. */
async function renewalDeclined(
  tx: Tx,
  ctx: Ctx,
  of: { order: OrderRow; server: LockedServer; payment: PaymentRow; reason: DeclineReason },
): Promise<boolean> {
  const { order, server, payment } = of;
  const now = ctx.clock.now();
  if (order.termEnd === null || !payment.key.startsWith('auto-renewal:')) return false;
  const renewAt = order.autoRenew ? nextRenewalTry(order.termEnd, now) : null;
  await changeOrder(tx, { orderId: order.id, at: now, change: { renewAt } });
  await recordNotice(tx, ctx, {
    accountId: order.accountId,
    kind: 'renewal_failed',
    serverId: server.id,
    data: {
      orderId: order.id,
      serverName: server.name,
      totalMicros: String(payment.netMicros + payment.taxMicros),
      problem: of.reason,
      cardLast4: (await readCardFace(tx, payment.cardId)).last4,
      triedAgainAt: renewAt?.toISOString() ?? null,
      hibernatesAt: order.termEnd.toISOString(),
    },
  });
  return true;
}
