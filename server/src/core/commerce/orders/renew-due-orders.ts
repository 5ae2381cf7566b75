import type { Micros } from '@boreal/contract/values/money.ts';
import { noticeShapes, type RenewalProblem } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findLatestNotice } from '../../ground/notices/notices.store.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { beginPayment } from '../payments/begin-payment.ts';
import { findOpenPayment } from '../payments/payments.store.ts';
import { taxFor } from '../../money/tax/tax-for.ts';
import { firstRenewalTry, nextRenewalTry, TOLD_BEFORE_MS } from './order.rules.ts';
import { changeOrder, listDueRenewals, listUntoldEnds, lockOrder, type DueOrder, type OrderRow } from './orders.store.ts';
import { eachOrder } from './each-order.ts';
import { renewalPrice } from './renewal-price.ts';

/** Begins every automatic renewal that is due, at no more than the customer was told before the last attempt. Returns how many. For every minute. */
export async function renewDueOrders(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  return eachOrder(ctx, (page) => listDueRenewals(ctx.db.sql, { now, ...page }), renew);
}

async function renew(tx: Tx, ctx: Ctx, due: DueOrder): Promise<boolean> {
  const account = await lockAccount(tx, due.accountId);
  const order = await lockOrder(tx, due.id);
  const now = ctx.clock.now();
  if (order?.renewAt == null || order.renewAt > now || order.termEnd === null) return false;
  const { renewAt, termEnd } = order;
  if (order.status !== 'active' || !order.autoRenew || order.canceledAt !== null || termEnd <= now) {
    await changeOrder(tx, { orderId: order.id, at: now, change: { renewAt: null } });
    return false;
  }
  if ((await findServer(tx, order.serverId))?.status === 'ERROR') {
    // It stays due, so that it is renewed in the minute in which its server works again.
    await tellBroken(tx, ctx, { order, termEnd });
    return false;
  }
  const triedAgainAt = nextRenewalTry(termEnd, now);
  await changeOrder(tx, { orderId: order.id, at: now, change: { renewAt: triedAgainAt } });
  if (await findOpenPayment(tx, order.id)) return false;
  try {
    const { planMicros, backupMicros } = await renewalPrice(tx, order, now);
    if (triedAgainAt !== null && (await costsMoreThanTold(tx, order, { netMicros: planMicros + backupMicros, now }))) {
      await tellRenewal(tx, ctx, { order, endsAt: termEnd, renewsAt: triedAgainAt });
      return false;
    }
    await beginPayment(tx, ctx, account, {
      // The key names this term and this time: a second worker finds it already begun.
      key: `auto-renewal:${order.id}:${order.termNumber + 1}:${renewAt.toISOString()}`,
      purpose: 'renewal',
      netMicros: planMicros + backupMicros,
      backupMicros,
      orderId: order.id,
    });
    return true;
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    await tellFailed(tx, ctx, { order, termEnd, problem, triedAgainAt });
    return false;
  }
}

/**
 * Whether the card would be charged more than the customer was last told: a price has risen since, or a tax. Then they are told anew, and
 * have until the next attempt to turn it off.
 */
async function costsMoreThanTold(tx: Tx, order: OrderRow, of: { netMicros: Micros; now: Date }): Promise<boolean> {
  const { accountId, serverId } = order;
  const since = addMs(of.now, -2 * TOLD_BEFORE_MS);
  const latest = noticeShapes.renewal_due.safeParse(await findLatestNotice(tx, { accountId, serverId, kind: 'renewal_due', since }));
  if (!latest.success) return false;
  const { automatic, endsAt, totalMicros } = latest.data;
  // Whoever turned it on since has seen what it costs.
  if (!automatic || totalMicros === null || endsAt !== order.termEnd?.toISOString()) return false;
  return (await taxFor(tx, { accountId, netMicros: of.netMicros, at: of.now })).totalMicros > BigInt(totalMicros);
}

/** Why nothing could even be charged; null if it does not concern the customer. */
function problemOf(error: unknown): RenewalProblem | null {
  if (isAppError(error, 'PAYMENT_REQUIRED')) return 'no_card';
  if (isAppError(error, 'INVALID_REQUEST')) return 'no_address';
  if (isAppError(error, 'CYCLE_NOT_AVAILABLE')) return 'not_sold';
  return isAppError(error, 'ACCOUNT_SUSPENDED') ? 'suspended' : null;
}

/** Nobody pays for a server that is in error, nor for another term of it. Told once, unless something else has failed since. */
async function tellBroken(tx: Tx, ctx: Ctx, { order, termEnd }: { order: OrderRow; termEnd: Date }): Promise<void> {
  const { accountId, serverId } = order;
  const since = addMs(termEnd, -TOLD_BEFORE_MS);
  const latest = noticeShapes.renewal_failed.safeParse(await findLatestNotice(tx, { accountId, serverId, kind: 'renewal_failed', since }));
  if (latest.success && latest.data.problem === 'server_error') return;
  await tellFailed(tx, ctx, { order, termEnd, problem: 'server_error', triedAgainAt: null });
}

async function tellFailed(
  tx: Tx,
  ctx: Ctx,
  { order, termEnd, ...why }: { order: OrderRow; termEnd: Date; problem: RenewalProblem; triedAgainAt: Date | null },
): Promise<void> {
  const server = await findServer(tx, order.serverId);
  await recordNotice(tx, ctx, {
    accountId: order.accountId,
    kind: 'renewal_failed',
    serverId: order.serverId,
    data: {
      orderId: order.id,
      serverName: server?.name ?? order.serverId,
      totalMicros: await renewalTotal(tx, order, ctx.clock.now()),
      problem: why.problem,
      cardLast4: null,
      triedAgainAt: why.triedAgainAt?.toISOString() ?? null,
      hibernatesAt: termEnd.toISOString(),
    },
  });
}

/** Tells every customer, once per term, that it ends in a week: to be renewed automatically, or by hand. For every minute. */
export async function tellDueRenewals(ctx: Ctx): Promise<number> {
  const endsBefore = addMs(ctx.clock.now(), TOLD_BEFORE_MS);
  return eachOrder(ctx, (page) => listUntoldEnds(ctx.db.sql, { endsBefore, ...page }), tellDue);
}

async function tellDue(tx: Tx, ctx: Ctx, due: DueOrder): Promise<boolean> {
  await lockAccount(tx, due.accountId);
  const order = await lockOrder(tx, due.id);
  const now = ctx.clock.now();
  if (order?.status !== 'active' || order.termEnd === null || order.toldTerm >= order.termNumber) return false;
  await changeOrder(tx, { orderId: order.id, at: now, change: { toldTerm: order.termNumber } });
  if (order.canceledAt !== null) return false;
  const { termEnd: endsAt } = order;
  await tellRenewal(tx, ctx, { order, endsAt, renewsAt: order.autoRenew ? (firstRenewalTry(endsAt, now) ?? endsAt) : endsAt });
  return true;
}

async function tellRenewal(tx: Tx, ctx: Ctx, of: { order: OrderRow; endsAt: Date; renewsAt: Date }): Promise<void> {
  const { order, endsAt, renewsAt } = of;
  const server = await findServer(tx, order.serverId);
  await recordNotice(tx, ctx, {
    accountId: order.accountId,
    kind: 'renewal_due',
    serverId: order.serverId,
    data: {
      orderId: order.id,
      serverName: server?.name ?? order.serverId,
      totalMicros: await renewalTotal(tx, order, ctx.clock.now()),
      automatic: order.autoRenew,
      renewsAt: renewsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  });
}

/** Micro-CAD with taxes, for a notice; null while no address determines them, or when the plan is no longer sold this way. */
async function renewalTotal(tx: Tx, order: OrderRow, now: Date): Promise<string | null> {
  try {
    const { planMicros, backupMicros } = await renewalPrice(tx, order, now);
    const { totalMicros } = await taxFor(tx, { accountId: order.accountId, netMicros: planMicros + backupMicros, at: now });
    return String(totalMicros);
  } catch (error) {
    if (isAppError(error, 'CYCLE_NOT_AVAILABLE') || isAppError(error, 'INVALID_REQUEST')) return null;
    throw error;
  }
}
