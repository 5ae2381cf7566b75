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
import { comingPrices } from '../../money/prices/price-in-force.store.ts';
import { beginPayment } from '../payments/begin-payment.ts';
import { findOpenPayment } from '../payments/payments.store.ts';
import { nextRenewalTry, TOLD_BEFORE_MS } from './order.rules.ts';
import { changeOrder, listDueRenewals, lockOrder, type DueOrder, type OrderRow } from './orders.store.ts';
import { eachOrder } from './each-order.ts';
import { renewalPrice, withTaxes, type RenewalPrice } from './renewal-price.ts';
import { findTold, tellRenewal, toldTotal, type ToldRenewal } from './tell-renewals.ts';

/**
 * Begins every automatic renewal that is due, at no more than the customer was told before the last attempt. Returns how many. To be called
 * every minute.
 */
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
    // It stays due, so that it is renewed within a minute of its server working again.
    await tellBroken(tx, ctx, { order, termEnd });
    return false;
  }
  const triedAgainAt = nextRenewalTry(termEnd, now);
  await changeOrder(tx, { orderId: order.id, at: now, change: { renewAt: triedAgainAt } });
  if (await findOpenPayment(tx, order.id)) return false;
  try {
    const price = await renewalPrice(tx, order, now);
    const totalMicros = await withTaxes(tx, order, { price, at: now });
    const told = await findTold(tx, order, now);
    const more = told?.totalMicros == null || totalMicros > told.totalMicros;
    if (more && triedAgainAt !== null) {
      // The price or a tax has risen since: tells the customer again, and gives them until the next attempt to turn renewal off.
      await tellRenewal(tx, ctx, { order, endsAt: termEnd, renewsAt: triedAgainAt });
      return false;
    }
    // After the last attempt there is no time to tell anybody: the plan costs no more than the customer was told.
    const planMicros = more && told ? await leastSince(tx, order, { told, price, now }) : price.planMicros;
    const { backupMicros } = price;
    await beginPayment(tx, ctx, account, {
      // The key names this term and this time, so a second worker finds it already begun.
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
 * The lowest price of the plan since the customer was told, at most what they were told: a scheduled price that they were told may have
 * been replaced since, and nobody pays a price that was never in force.
 */
async function leastSince(tx: Tx, order: OrderRow, of: { told: ToldRenewal; price: RenewalPrice; now: Date }): Promise<Micros> {
  const { told, price, now } = of;
  const { accountId, planId } = order;
  const since = await comingPrices(tx, { accountId, planId, after: told.at, until: now });
  let least = told.planMicros !== null && told.planMicros < price.planMicros ? told.planMicros : price.planMicros;
  for (const at of [told.at, ...since.map((change) => change.at)]) {
    const { planMicros } = await renewalPrice(tx, order, at);
    if (planMicros < least) least = planMicros;
  }
  return least;
}

/** Why not even a charge could be made; null if it does not concern the customer. */
function problemOf(error: unknown): RenewalProblem | null {
  if (isAppError(error, 'PAYMENT_REQUIRED')) return 'no_card';
  if (isAppError(error, 'INVALID_REQUEST')) return 'no_address';
  if (isAppError(error, 'CYCLE_NOT_AVAILABLE')) return 'not_sold';
  return isAppError(error, 'ACCOUNT_SUSPENDED') ? 'suspended' : null;
}

/** A customer pays nothing for a server in ERROR, nor for another term of it. Told once, unless something else has failed since. */
async function tellBroken(tx: Tx, ctx: Ctx, { order, termEnd }: { order: OrderRow; termEnd: Date }): Promise<void> {
  const { accountId, serverId } = order;
  const since = addMs(termEnd, -TOLD_BEFORE_MS);
  const latest = noticeShapes.renewal_failed.safeParse(
    (await findLatestNotice(tx, { accountId, serverId, kind: 'renewal_failed', since }))?.data,
  );
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
      totalMicros: await toldTotal(tx, order, why.triedAgainAt ?? ctx.clock.now()),
      problem: why.problem,
      cardLast4: null,
      triedAgainAt: why.triedAgainAt?.toISOString() ?? null,
      hibernatesAt: termEnd.toISOString(),
    },
  });
}
