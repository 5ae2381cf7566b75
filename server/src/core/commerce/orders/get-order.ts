import type { OrderStatus } from '@boreal/contract/billing/status.ts';
import type { Order } from '@boreal/contract/billing/orders.ts';
import { notFound } from '../../../kit/errors.ts';
import type { Ctx, CustomerCtx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { latestPayments } from '../payments/payments.store.ts';
import { toOrder } from './order.rules.ts';
import { selectOrders, type OrderFilter, type OrderView } from './orders.store.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/** One order of the account. @throws NOT_FOUND */
export async function getOrder(ctx: CustomerCtx, input: { orderId: string }): Promise<Order> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const rows = await selectOrders(ctx.db.sql, { accountId: ctx.accountId, id: input.orderId, before: null, limit: 1 });
  const [order] = await tellOrders(ctx, rows);
  if (!order) throw notFound('order');
  return order;
}

/** The account's orders, newest first. */
export async function listOrders(
  ctx: CustomerCtx,
  input: { status?: OrderStatus | undefined; limit?: number | undefined; cursor?: string | undefined } = {},
): Promise<Page<Order>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const { items, nextCursor } = await listAllOrders(ctx, { ...input, accountId: ctx.accountId });
  return { items: await tellOrders(ctx, items), nextCursor };
}

/** All accounts' orders, newest first. For operators. */
export function listAllOrders(ctx: Ctx, input: PageInput & Omit<OrderFilter, 'id'> = {}): Promise<Page<OrderView>> {
  return pageById('order', input, (lastId, limit) => selectOrders(ctx.db.sql, { ...input, before: lastId ?? null, limit }));
}

/** One order of any account. For operators. @throws NOT_FOUND */
export async function getAnyOrder(ctx: Ctx, input: { orderId: string }): Promise<OrderView> {
  const [row] = await selectOrders(ctx.db.sql, { id: input.orderId, before: null, limit: 1 });
  if (!row) throw notFound('order');
  return row;
}

/** Orders with the outcome of their latest charges. */
export async function tellOrders(ctx: Ctx, rows: readonly OrderView[]): Promise<Order[]> {
  const payments = await latestPayments(
    ctx.db.sql,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toOrder(row, payments.get(row.id) ?? null));
}
