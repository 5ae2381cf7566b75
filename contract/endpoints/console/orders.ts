import { z } from 'zod';
import { OrderStatus } from '../../billing/status.ts';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import {
  AutoRenewalQuote,
  CreateOrderRequest,
  Order,
  OrderBegun,
  OrderQuote,
  OrderQuoteRequest,
  RenewOrderRequest,
  RenewalBegun,
  RenewalQuote,
  SetAutoRenewRequest,
} from '../../billing/orders.ts';
import { PageQuery } from '../../api/pages.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });
const write = endpointRows({ ...memberChanges, needs: 'billing.write' });
const OrderPath = z.object({ orderId: IdText });

export const quoteOrder = read.post('/orders/quote', 'What a term would cost with tax', {
  takes: { body: OrderQuoteRequest },
  data: OrderQuote,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CYCLE_NOT_AVAILABLE'],
});

// It also needs `servers.write`: the operation checks it.
export const createOrder = write.post('/orders', 'Order a server paid ahead; the payment tells what came of it', {
  takes: { body: CreateOrderRequest },
  status: 201,
  data: OrderBegun,
  errors: [
    'INVALID_REQUEST',
    'CYCLE_NOT_AVAILABLE',
    'PAYMENT_REQUIRED',
    'NOT_FOUND',
    'PAYMENT_IN_PROGRESS',
    'PRICE_CHANGED',
    'PLAN_NOT_AVAILABLE',
    'ACCOUNT_SUSPENDED',
    'ACCOUNT_CLOSED',
  ],
});

export const listOrders = read.list('/orders', 'Prepaid terms, the newest first', {
  takes: { query: PageQuery.extend({ status: OrderStatus.optional() }) },
  of: Order,
});

export const getOrder = read.get('/orders/:orderId', 'A prepaid term', {
  errors: ['NOT_FOUND'],
  takes: { params: OrderPath },
  data: Order,
});

export const quoteRenewal = read.get('/orders/:orderId/renewal', 'What one more term would cost with tax', {
  takes: { params: OrderPath },
  data: RenewalQuote,
  errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE', 'CYCLE_NOT_AVAILABLE', 'INVALID_REQUEST'],
});

export const quoteAutoRenewal = read.get(
  '/orders/:orderId/auto-renewal',
  'What automatic renewal would charge next, when, and which card',
  {
    takes: { params: OrderPath },
    data: AutoRenewalQuote,
    errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE', 'CYCLE_NOT_AVAILABLE', 'INVALID_REQUEST'],
  },
);

export const renewOrder = write.post('/orders/:orderId/renew', 'Pay for one more term by card; the payment tells what came of it', {
  takes: {
    params: OrderPath,
    body: RenewOrderRequest.omit({ orderId: true }).required({ expectedTotalCad: true, expectedPeriodStart: true }),
  },
  status: 201,
  data: RenewalBegun,
  errors: [
    'ACCOUNT_SUSPENDED',
    'ACCOUNT_CLOSED',
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
});

export const cancelOrder = write.post('/orders/:orderId/cancel', 'Renew no more; the server runs to the end of its term', {
  takes: { params: OrderPath },
  data: Order,
  errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE'],
});

export const setAutoRenew = write.put('/orders/:orderId', 'Turn automatic renewal on or off', {
  takes: { params: OrderPath, body: SetAutoRenewRequest },
  data: Order,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ORDER_NOT_RENEWABLE', 'CYCLE_NOT_AVAILABLE', 'PRICE_CHANGED', 'CONFIRM_AGAIN'],
});
