import * as rows from '@boreal/contract/endpoints/operator/payments.ts';
import { fromCad, toCad } from '@boreal/contract/money.ts';
import type { OperatorOrder, OperatorPayment, OperatorRefund } from '@boreal/contract/oversight.ts';
import type { z } from 'zod';
import { readAccountNames } from '../../core/money/accounts/account-names.store.ts';
import { getAnyInvoice, listAllInvoices, toInvoice, toSummary } from '../../core/commerce/invoices/get-invoice.ts';
import { creditNoteIdsOf } from '../../core/commerce/invoices/invoices.store.ts';
import { getAnyOrder, listAllOrders, tellOrders } from '../../core/commerce/orders/get-order.ts';
import type { OrderView } from '../../core/commerce/orders/orders.store.ts';
import { listAllPayments, tellPayments } from '../../core/commerce/payments/get-payment.ts';
import type { PaymentRow } from '../../core/commerce/payments/payments.store.ts';
import { getPaymentWithRefunds } from '../../core/commerce/refunds/get-refundable.ts';
import { listRefunds } from '../../core/commerce/refunds/list-refunds.ts';
import { refundPayment, tellRefundBegun } from '../../core/commerce/refunds/refund-payment.ts';
import type { RefundRow } from '../../core/commerce/refunds/refunds.store.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { bind } from '../../door/bind.ts';
import { notFound } from '../../kit/errors.ts';

/** What was charged to cards, what went back, what was ordered, and the documents of it. */
export const paymentsRoutes = bind(rows, {
  listAllPayments: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllPayments(ctx, query);
    return { items: await paymentsOf(ctx, items), nextCursor };
  },
  getAnyPayment: async (ctx, { params }) => {
    const { payment, refunds, refundableMicros } = await getPaymentWithRefunds(ctx, params);
    const [told] = await paymentsOf(ctx, [payment]);
    if (!told) throw notFound('payment');
    return { ...told, refundable: toCad(refundableMicros), refunds: await refundsOf(ctx, refunds) };
  },
  refundPayment: async (ctx, { params: { paymentId }, body: { amount, reason, key } }) => {
    const input = { paymentId, reason, key, netMicros: amount === undefined ? undefined : fromCad(amount) };
    return tellRefundBegun(await refundPayment(ctx, input), paymentId);
  },
  listRefunds: async (ctx, { query }) => {
    const { items, nextCursor } = await listRefunds(ctx, query);
    return { items: await refundsOf(ctx, items), nextCursor };
  },
  listAllOrders: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllOrders(ctx, query);
    return { items: await ordersOf(ctx, items), nextCursor };
  },
  getAnyOrder: async (ctx, { params }) => {
    const [order] = await ordersOf(ctx, [await getAnyOrder(ctx, params)]);
    if (!order) throw notFound('order');
    return order;
  },
  listAllInvoices: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllInvoices(ctx, query);
    const names = await namesOf(ctx, items);
    return { items: items.map((row) => ({ ...toSummary(row), ...owner(row, names) })), nextCursor };
  },
  getAnyInvoice: async (ctx, { params }) => {
    const row = await getAnyInvoice(ctx, params);
    return { ...toInvoice(row), accountId: row.accountId };
  },
});

interface Owned {
  readonly accountId: string;
}

function namesOf(ctx: Ctx, rows: readonly Owned[]): Promise<ReadonlyMap<string, string>> {
  return readAccountNames(
    ctx.db.sql,
    rows.map((row) => row.accountId),
  );
}

function owner({ accountId }: Owned, names: ReadonlyMap<string, string>): { accountId: string; accountName: string } {
  return { accountId, accountName: names.get(accountId) ?? accountId };
}

async function paymentsOf(ctx: Ctx, rows: readonly PaymentRow[]): Promise<OperatorPayment[]> {
  const names = await namesOf(ctx, rows);
  const told = await tellPayments(ctx, rows);
  return rows.flatMap((row, n) => {
    const payment = told[n];
    return payment ? [{ ...payment, ...owner(row, names), provider: row.provider, ref: row.ref }] : [];
  });
}

async function refundsOf(ctx: Ctx, rows: readonly RefundRow[]): Promise<OperatorRefund[]> {
  const names = await namesOf(ctx, rows);
  const notes = await creditNoteIdsOf(
    ctx.db.sql,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    paymentId: row.paymentId,
    ...owner(row, names),
    kind: row.kind,
    status: row.status,
    net: toCad(row.netMicros),
    tax: toCad(row.taxMicros),
    total: toCad(row.netMicros + row.taxMicros),
    loss: toCad(row.status === 'failed' ? 0n : row.lossMicros),
    currency: 'CAD',
    reason: row.reason,
    invoiceId: notes.get(row.id) ?? null,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }));
}

async function ordersOf(ctx: Ctx, rows: readonly OrderView[]): Promise<z.infer<typeof OperatorOrder>[]> {
  const names = await namesOf(ctx, rows);
  const told = await tellOrders(ctx, rows);
  return rows.flatMap((row, n) => {
    const order = told[n];
    return order ? [{ ...order, ...owner(row, names) }] : [];
  });
}
