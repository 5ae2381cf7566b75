import type { Order, SetAutoRenewRequest } from '@boreal/contract/billing/orders.ts';
import { AppError } from '../../../kit/errors.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { recordEvent } from '../../fleet/servers/events/events.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { getOrder } from './get-order.ts';
import { firstRenewalTry } from './order.rules.ts';
import { changeOrder } from './orders.store.ts';
import { lockOwnOrder } from './renew-order.ts';
import { tellRenewal } from './tell-renewals.ts';
import { renewalTotal } from './renewal-price.ts';
import { requireExpected } from '../../money/prices/require-expected.ts';
import { requireShownCard } from '../cards/require-shown-card.ts';

/**
 * Cancels an order for good: its server runs to the end of the paid term, is then hibernated, and cannot be renewed. Idempotent. @throws
 * NOT_FOUND · ORDER_NOT_RENEWABLE it was never paid
 */
export async function cancelOrder(ctx: CustomerCtx, input: { orderId: string }): Promise<Order> {
  await ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    await lockAccount(tx, accountId);
    const order = await lockOwnOrder(tx, { accountId, orderId: input.orderId });
    if (order.canceledAt !== null) return;
    if (order.termEnd === null) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'never paid' });
    const at = ctx.clock.now();
    await changeOrder(tx, { orderId: order.id, at, change: { canceledAt: at, autoRenew: false, renewAt: null } });
    await recordEvent(tx, ctx, {
      server: { id: order.serverId, accountId },
      type: 'order.canceled',
      data: { termEnd: order.termEnd.toISOString() },
    });
    await recordAudit(tx, ctx, { accountId, action: 'order.canceled', target: order.id });
  });
  return getOrder(ctx, input);
}

/**
 * Sets whether an order renews automatically. @throws NOT_FOUND · ORDER_NOT_RENEWABLE it was cancelled or is over for good · PRICE_CHANGED
 * · CONFIRM_AGAIN the charge, or the card, differs from what the person was shown · CYCLE_NOT_AVAILABLE
 */
export async function setAutoRenew(ctx: CustomerCtx, input: SetAutoRenewRequest & { orderId: string }): Promise<Order> {
  await ctx.transact(async (tx) => {
    await requireRole(tx, ctx, 'billing.write');
    const { accountId } = ctx;
    const { autoRenew, expectedCardId, expectedTotalCad } = input;
    await lockAccount(tx, accountId);
    const order = await lockOwnOrder(tx, { accountId, orderId: input.orderId });
    if (order.status === 'failed') throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'never paid' });
    if (autoRenew && order.canceledAt !== null) throw new AppError('ORDER_NOT_RENEWABLE', { reason: 'canceled' });
    const at = ctx.clock.now();
    await requireShownCard(tx, { accountId, expectedCardId });
    const renewAt = autoRenew && order.status === 'active' && order.termEnd !== null ? firstRenewalTry(order.termEnd, at) : null;
    if (expectedTotalCad !== undefined) requireExpected(expectedTotalCad, await renewalTotal(tx, order, renewAt ?? at));
    await changeOrder(tx, { orderId: order.id, at, change: { autoRenew, renewAt } });
    // Its mail said something else: that it must be renewed by hand, or what it cost then.
    const { termEnd: endsAt } = order;
    if (renewAt !== null && endsAt !== null && !order.autoRenew && order.toldTerm >= order.termNumber)
      await tellRenewal(tx, ctx, { order: { ...order, autoRenew }, endsAt, renewsAt: renewAt });
    await recordAudit(tx, ctx, { accountId, action: 'order.auto_renew_set', target: order.id, detail: { autoRenew } });
  });
  return getOrder(ctx, input);
}
