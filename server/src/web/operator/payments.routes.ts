import * as rows from '@boreal/contract/endpoints/operator/payments.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import { getAnyInvoice, listAllInvoices, toInvoice } from '../../core/commerce/invoices/get-invoice.ts';
import { getAnyOrder, listAllOrders } from '../../core/commerce/orders/get-order.ts';
import {
  tellAllInvoices,
  tellAllOrders,
  tellAllPayments,
  tellAllRefunds,
  tellPaymentWithRefunds,
} from '../../core/commerce/oversight/tell-money.ts';
import { refundByHand } from '../../core/commerce/operator-requests/refund-by-hand.ts';
import { listAllPayments } from '../../core/commerce/payments/get-payment.ts';
import { getPaymentWithRefunds } from '../../core/commerce/refunds/get-refundable.ts';
import { listRefunds } from '../../core/commerce/refunds/list-refunds.ts';
import { tellRefundBegun } from '../../core/commerce/refunds/refund-payment.ts';
import { bind } from '../../door/bind.ts';
import { notFound } from '../../kit/errors.ts';

/** Card charges, refunds, orders, and their documents. */
export const paymentsRoutes = bind(rows, {
  listAllPayments: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllPayments(ctx, query);
    return { items: await tellAllPayments(ctx, items), nextCursor };
  },
  getAnyPayment: async (ctx, { params }) => tellPaymentWithRefunds(ctx, await getPaymentWithRefunds(ctx, params)),
  refundPayment: async (ctx, { params: { paymentId }, body: { amount, reason, key } }) => {
    const input = { paymentId, reason, key, netMicros: amount === undefined ? undefined : fromCad(amount) };
    const { requestId, refund } = await refundByHand(ctx, input);
    return { requestId, refund: refund && tellRefundBegun(refund, paymentId) };
  },
  listRefunds: async (ctx, { query }) => {
    const { items, nextCursor } = await listRefunds(ctx, query);
    return { items: await tellAllRefunds(ctx, items), nextCursor };
  },
  listAllOrders: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllOrders(ctx, query);
    return { items: await tellAllOrders(ctx, items), nextCursor };
  },
  getAnyOrder: async (ctx, { params }) => {
    const [order] = await tellAllOrders(ctx, [await getAnyOrder(ctx, params)]);
    if (!order) throw notFound('order');
    return order;
  },
  listAllInvoices: async (ctx, { query }) => {
    const { items, nextCursor } = await listAllInvoices(ctx, query);
    return { items: await tellAllInvoices(ctx, items), nextCursor };
  },
  getAnyInvoice: async (ctx, { params }) => {
    const row = await getAnyInvoice(ctx, params);
    const [named] = await tellAllInvoices(ctx, [row]);
    if (!named) throw notFound('invoice');
    return { ...named, ...toInvoice(row) };
  },
});
