import type { Micros } from '@boreal/contract/values/money.ts';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { findLatestNotice } from '../../ground/notices/notices.store.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { findServer } from '../../fleet/servers/servers.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { firstRenewalTry, TOLD_BEFORE_MS } from './order.rules.ts';
import { changeOrder, listUntoldEnds, lockOrder, type DueOrder, type OrderRow } from './orders.store.ts';
import { eachOrder } from './each-order.ts';
import { comingPrices } from '../../money/prices/price-in-force.store.ts';
import { renewalPrice, withTaxes } from './renewal-price.ts';

/**
 * Tells every customer, once per term, that it ends in a week: and whether it will be renewed automatically, or must be by hand. To be
 * called every minute.
 */
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

/**
 * Tells the customer when a term ends, or is paid automatically, and what the next one costs then; if renewed by hand, what it costs now.
 */
export async function tellRenewal(tx: Tx, ctx: Ctx, of: { order: OrderRow; endsAt: Date; renewsAt: Date }): Promise<void> {
  const { order, endsAt, renewsAt } = of;
  const server = await findServer(tx, order.serverId);
  const now = ctx.clock.now();
  const costs = await toldCosts(tx, order, order.autoRenew ? renewsAt : now);
  await recordNotice(tx, ctx, {
    accountId: order.accountId,
    kind: 'renewal_due',
    serverId: order.serverId,
    data: {
      orderId: order.id,
      serverName: server?.name ?? order.serverId,
      totalMicros: costs && String(costs.totalMicros),
      ...(costs && { planMicros: String(costs.planMicros) }),
      ...(costs && !order.autoRenew && (await toldLater(tx, order, { costs, now, endsAt }))),
      automatic: order.autoRenew,
      renewsAt: renewsAt.toISOString(),
      endsAt: endsAt.toISOString(),
    },
  });
}

interface Costs {
  readonly planMicros: Micros;
  readonly totalMicros: Micros;
}

/** What the term costs at a time, for a notice; null if no address determines its taxes, or the plan is no longer sold this way. */
async function toldCosts(tx: Tx, order: OrderRow, at: Date): Promise<Costs | null> {
  try {
    const price = await renewalPrice(tx, order, at);
    return { planMicros: price.planMicros, totalMicros: await withTaxes(tx, order, { price, at }) };
  } catch (error) {
    if (isAppError(error, 'CYCLE_NOT_AVAILABLE') || isAppError(error, 'INVALID_REQUEST')) return null;
    throw error;
  }
}

/** When its cost will next change, according to scheduled prices, and to what; null if it stays the same to the end. */
async function toldLater(tx: Tx, order: OrderRow, of: { costs: Costs; now: Date; endsAt: Date }) {
  const { accountId, planId } = order;
  for (const { at } of await comingPrices(tx, { accountId, planId, after: of.now, until: of.endsAt })) {
    const then = await toldCosts(tx, order, at);
    if (then !== null && then.totalMicros !== of.costs.totalMicros)
      return { later: { totalMicros: String(then.totalMicros), from: at.toISOString() } };
  }
  return null;
}

/** Micro-CAD with taxes, for a notice; null if unknown. */
export async function toldTotal(tx: Tx, order: OrderRow, at: Date): Promise<string | null> {
  const costs = await toldCosts(tx, order, at);
  return costs && String(costs.totalMicros);
}

/** What a customer was last told that the next term costs. */
export interface ToldRenewal {
  /** Null if it was unknown. */
  readonly totalMicros: Micros | null;
  /** The plan's part of it; null if the notice does not say. */
  readonly planMicros: Micros | null;
  readonly at: Date;
}

/** The latest notice of this term's end; null if there is none. */
export async function findTold(tx: Tx, order: OrderRow, now: Date): Promise<ToldRenewal | null> {
  const { accountId, serverId } = order;
  const latest = await findLatestNotice(tx, { accountId, serverId, kind: 'renewal_due', since: addMs(now, -2 * TOLD_BEFORE_MS) });
  const told = noticeShapes.renewal_due.safeParse(latest?.data);
  if (!latest || !told.success || told.data.endsAt !== order.termEnd?.toISOString()) return null;
  const { totalMicros, planMicros } = told.data;
  return {
    totalMicros: totalMicros === null ? null : BigInt(totalMicros),
    planMicros: planMicros === undefined ? null : BigInt(planMicros),
    at: latest.createdAt,
  };
}
