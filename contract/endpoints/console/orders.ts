import { z } from 'zod';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import {
  CreateOrderRequest,
  Order,
  OrderBegun,
  OrderQuote,
  OrderQuoteRequest,
  OrderStatus,
  RenewOrderRequest,
  RenewalBegun,
  RenewalQuote,
} from '../../orders.ts';
import { PageQuery } from '../../pages.ts';

const read = { ...memberReads, needs: 'billing.read' } as const;
const write = { ...memberChanges, needs: 'billing.write' } as const;
const OrderPath = z.object({ orderId: IdText });
const NOT_FOUND = { errors: ['NOT_FOUND'] } as const;

export const quoteOrder = endpoint('POST', '/orders/quote', {
  ...read,
  takes: { body: OrderQuoteRequest },
  data: OrderQuote,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CYCLE_NOT_AVAILABLE'],
  summary: 'What a term would cost with tax',
});

export const createOrder = endpoint('POST', '/orders', {
  // It also needs `servers.write`: the operation checks it.
  ...write,
  takes: { body: CreateOrderRequest },
  status: 201,
  data: OrderBegun,
  errors: [
    'INVALID_REQUEST',
    'CYCLE_NOT_AVAILABLE',
    'PAYMENT_REQUIRED',
    'NOT_FOUND',
    'PRICE_CHANGED',
    'PLAN_NOT_AVAILABLE',
    'ACCOUNT_SUSPENDED',
  ],
  summary: 'Order a server paid ahead; the payment tells what came of it',
});

export const listOrders = list('/orders', {
  ...read,
  takes: { query: PageQuery.extend({ status: OrderStatus.optional() }) },
  of: Order,
  summary: 'Prepaid terms, the newest first',
});

export const getOrder = endpoint('GET', '/orders/:orderId', {
  ...read,
  ...NOT_FOUND,
  takes: { params: OrderPath },
  data: Order,
  summary: 'A prepaid term',
});

export const quoteRenewal = endpoint('GET', '/orders/:orderId/renewal', {
  ...read,
  takes: { params: OrderPath },
  data: RenewalQuote,
  errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE', 'CYCLE_NOT_AVAILABLE', 'INVALID_REQUEST'],
  summary: 'What one more term would cost with tax',
});

export const renewOrder = endpoint('POST', '/orders/:orderId/renew', {
  ...write,
  takes: {
    params: OrderPath,
    body: RenewOrderRequest.omit({ orderId: true }).required({ expectedTotalCad: true, expectedPeriodStart: true }),
  },
  status: 201,
  data: RenewalBegun,
  errors: [
    'ACCOUNT_SUSPENDED',
    'INVALID_REQUEST',
    'OPERATION_IN_PROGRESS',
    'CYCLE_NOT_AVAILABLE',
    'PAYMENT_REQUIRED',
    'NOT_FOUND',
    'PRICE_CHANGED',
    'ORDER_NOT_RENEWABLE',
    'PAYMENT_IN_PROGRESS',
    'PLAN_NOT_AVAILABLE',
  ],
  summary: 'Pay for one more term by card; the payment tells what came of it',
});

export const cancelOrder = endpoint('POST', '/orders/:orderId/cancel', {
  ...write,
  takes: { params: OrderPath },
  data: Order,
  errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE'],
  summary: 'Renew no more; the server runs to the end of its term',
});

export const setAutoRenew = endpoint('PUT', '/orders/:orderId', {
  ...write,
  takes: { params: OrderPath, body: z.strictObject({ autoRenew: z.boolean() }) },
  data: Order,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ORDER_NOT_RENEWABLE'],
  summary: 'Renew by itself, or no more',
});
