import { agentTools } from '@boreal/contract/agents/tools.ts';
import type { RenewOrderRequest } from '@boreal/contract/billing/orders.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { requireAgentMay } from '../../money/agents/require-agent-may.ts';
import { noteLauncher, requireWithinCaps } from '../../money/agents/require-within-caps.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import { requirePlan } from '../../money/catalog/require-plan.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { holdPlace } from '../../fleet/lifecycle/create/place-server.ts';
import { lockOwnServer, findServer } from '../../fleet/servers/servers.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { beginPayment } from '../payments/begin-payment.ts';
import { requireExpected } from '../../money/prices/require-expected.ts';
import { findOpenPayment, findPaymentByKey } from '../payments/payments.store.ts';
import { requireExpectedTerm, requireRenewable } from './order.rules.ts';
import { findOrderOfServer, lockOrder, type OrderRow } from './orders.store.ts';
import { renewalPrice, renewedPeriod } from './renewal-price.ts';
import { requireFewUnpaid } from './require-few-unpaid.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

export interface RenewalBegun {
  readonly orderId: string;
  readonly paymentId: string;
}

/**
 * Pays for one more term by card: the next one, at most one ahead, or, if the last is over, one that begins now. Then GPUs are reserved for
 * the hibernated server, which is restored once the card is charged. `key` identifies the renewal.
 * @throws NOT_FOUND · ORDER_NOT_RENEWABLE · PAYMENT_IN_PROGRESS of this order, or of too many that hold GPUs · OPERATION_IN_PROGRESS ·
 * CYCLE_NOT_AVAILABLE · PERMISSION_DENIED · BUDGET_CAP_REACHED an agent that may not launch, or is at a cap, would restore it ·
 * PAYMENT_REQUIRED there is no card · PRICE_CHANGED · PLAN_NOT_AVAILABLE
 */
export function renewOrder(ctx: CustomerCtx, input: RenewOrderRequest & { key?: string; present?: boolean }): Promise<RenewalBegun> {
  const key = `renewal:${input.key ?? newId('order', ctx.clock.now())}`;
  return ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    const account = await lockAccount(tx, accountId);
    const earlier = await findPaymentByKey(tx, { accountId, key });
    if (earlier?.orderId === input.orderId) return { orderId: input.orderId, paymentId: earlier.id };
    const order = await lockOwnOrder(tx, { accountId, orderId: input.orderId });
    const found = await findServer(tx, order.serverId);
    const now = ctx.clock.now();
    requireRenewable(order, found ?? { status: 'DELETED', firstActiveAt: null }, now);
    const server = await lockOwnServer(tx, { accountId, serverId: order.serverId });
    const open = await findOpenPayment(tx, order.id);
    requireExpectedTerm(order, { expected: input.expectedPeriodStart, start: renewedPeriod(order, now).start, now });
    if (open) throw new AppError('PAYMENT_IN_PROGRESS', { paymentId: open.id });
    const lapsed = order.status === 'ended';
    if (lapsed && server.task !== null) throw new AppError('OPERATION_IN_PROGRESS', { task: server.task, currentStatus: server.status });
    const launches = lapsed && server.status === 'HIBERNATED';
    if (launches) {
      await requireFewUnpaid(tx, accountId);
      await requireAgentMay(tx, ctx, agentTools.svc_restore_server);
      await noteLauncher(tx, ctx, server.id);
      // Prepaid, it costs nothing by the hour, but it is one more server.
      await requireWithinCaps(tx, ctx, { serverId: server.id, spendMicros: 0n, hourlyMicros: 0n, at: now });
    }
    const { planMicros, backupMicros } = await renewalPrice(tx, order, now);
    const payment = await beginPayment(tx, ctx, account, {
      key,
      purpose: 'renewal',
      netMicros: planMicros + backupMicros,
      backupMicros,
      cardId: input.cardId,
      orderId: order.id,
      present: input.present,
    });
    requireExpected(input.expectedTotalCad, payment.totalMicros);
    const detail = { serverId: server.id, netMicros: String(planMicros + backupMicros) };
    await recordAudit(tx, ctx, { accountId, action: 'order.renewed', target: order.id, detail });
    if (launches) {
      const plan = await requirePlan(tx, server.planId);
      await holdPlace(tx, ctx, {
        serverId: server.id,
        accountId: server.accountId,
        plan,
        region: server.region,
        engine: server.engine,
      });
    }
    return { orderId: order.id, paymentId: payment.id };
  });
}

/** Locks an order of the account; 404 otherwise. The account is locked. */
export async function lockOwnOrder(tx: Tx, input: { accountId: string; orderId: string }): Promise<OrderRow> {
  const order = await lockOrder(tx, input.orderId);
  if (!order || order.accountId !== input.accountId) throw notFound('order');
  return order;
}

/** The order that a server was bought with. @throws NOT_FOUND · ORDER_NOT_RENEWABLE it is billed by the hour */
export async function orderIdOfServer(ctx: CustomerCtx, input: { serverId: string }): Promise<string> {
  const server = await findServer(ctx.db.sql, input.serverId);
  if (!server || server.accountId !== ctx.accountId) throw notFound('server');
  const order = await findOrderOfServer(ctx.db.sql, server.id);
  if (!order) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'hourly' });
  return order.id;
}
