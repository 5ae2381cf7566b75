import { AccountTransaction } from '@boreal/contract/billing.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { Invoice, InvoiceKind, InvoiceSummary } from '@boreal/contract/invoices.ts';
import {
  CreateOrderRequest,
  Order,
  OrderBegun,
  OrderQuote,
  OrderQuoteRequest,
  OrderStatus,
  RenewalBegun,
  RenewalQuote,
  RenewOrderRequest,
} from '@boreal/contract/orders.ts';
import {
  AutoReload,
  Card,
  CreateTopUpRequest,
  Payment,
  PaymentBegun,
  SetAutoReloadRequest,
  TopUpQuote,
  TopUpRequest,
} from '@boreal/contract/payments.ts';
import { z } from 'zod';
import { listCards } from '../core/billing/cards/list-cards.ts';
import { removeCard } from '../core/billing/cards/remove-card.ts';
import { setDefaultCard } from '../core/billing/cards/set-default-card.ts';
import { getInvoice, listInvoices } from '../core/billing/invoices/get-invoice.ts';
import { getCredits } from '../core/billing/ledger/get-credits.ts';
import { cancelOrder, setAutoRenew } from '../core/billing/orders/cancel-order.ts';
import { createOrder } from '../core/billing/orders/create-order.ts';
import { getOrder, listOrders } from '../core/billing/orders/get-order.ts';
import { quoteOrder } from '../core/billing/orders/quote-order.ts';
import { quoteRenewal } from '../core/billing/orders/renewal-price.ts';
import { renewOrder } from '../core/billing/orders/renew-order.ts';
import { getPayment, listPayments } from '../core/billing/payments/get-payment.ts';
import { createTopUp } from '../core/billing/top-ups/create-top-up.ts';
import { getAutoReload } from '../core/billing/top-ups/get-auto-reload.ts';
import { quoteTopUp } from '../core/billing/top-ups/quote-top-up.ts';
import { setAutoReload } from '../core/billing/top-ups/set-auto-reload.ts';
import { endpoint, list } from '../door/define-endpoint.ts';
import { PageQuery } from '../door/pages.ts';
import { CHANGES, READS } from './console-limits.ts';

const read = { group: 'Console', limit: READS, needs: 'billing.read' } as const;
const write = { group: 'Console', limit: CHANGES, needs: 'billing.write' } as const;
const CardPath = z.object({ cardId: IdText });
const OrderPath = z.object({ orderId: IdText });
const NOT_FOUND = { errors: ['NOT_FOUND'] } as const;

/**
 * Cards, payments, orders and documents. What charges a card stores the intent, and the worker asks the provider: what it
 * answers is read from the payment. What asks the provider at once is in `charges.routes.ts`.
 */
export const paymentsRoutes = [
  endpoint('GET', '/cards', { ...read, takes: {}, data: z.array(Card), name: 'listCards', summary: 'Saved cards' }, (ctx) =>
    listCards(ctx),
  ),
  endpoint(
    'POST',
    '/cards/:cardId/default',
    { ...write, ...NOT_FOUND, takes: { params: CardPath }, data: Card, name: 'setDefaultCard', summary: 'Charge this card from now on' },
    (ctx, { params }) => setDefaultCard(ctx, params),
  ),
  endpoint(
    'DELETE',
    '/cards/:cardId',
    {
      ...write,
      ...NOT_FOUND,
      takes: { params: CardPath },
      data: z.object({ id: z.string(), status: z.literal('removed') }),
      name: 'removeCard',
      summary: 'Forget a card',
    },
    (ctx, { params }) => removeCard(ctx, params),
  ),

  // A POST for its body; it writes nothing.
  endpoint(
    'POST',
    '/top-ups/quote',
    {
      ...read,
      takes: { body: TopUpRequest },
      data: TopUpQuote,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'quoteTopUp',
      summary: 'What credit would cost with tax',
    },
    (ctx, { body }) => quoteTopUp(ctx, body),
  ),
  endpoint(
    'POST',
    '/top-ups',
    {
      ...write,
      takes: { body: CreateTopUpRequest },
      status: 201,
      data: PaymentBegun,
      errors: ['INVALID_REQUEST', 'PAYMENT_REQUIRED', 'NOT_FOUND', 'PRICE_CHANGED', 'ACCOUNT_SUSPENDED'],
      name: 'createTopUp',
      summary: 'Buy credit with a card; the payment tells what came of it',
    },
    (ctx, { body }) => createTopUp(ctx, { ...body, present: true }),
  ),
  endpoint(
    'GET',
    '/auto-reload',
    { ...read, takes: {}, data: AutoReload, name: 'getAutoReload', summary: 'When credit is bought by itself' },
    (ctx) => getAutoReload(ctx),
  ),
  endpoint(
    'PUT',
    '/auto-reload',
    {
      ...write,
      takes: { body: SetAutoReloadRequest },
      data: AutoReload,
      errors: ['INVALID_REQUEST', 'PAYMENT_REQUIRED'],
      name: 'setAutoReload',
      summary: 'Buy credit by itself, or no more',
    },
    (ctx, { body }) => setAutoReload(ctx, body),
  ),
  list(
    '/payments',
    { ...read, takes: { query: PageQuery }, of: Payment, name: 'listPayments', summary: 'Payments by card, the newest first' },
    (ctx, { query }) => listPayments(ctx, query),
  ),
  endpoint(
    'GET',
    '/payments/:paymentId',
    { ...read, ...NOT_FOUND, takes: { params: z.object({ paymentId: IdText }) }, data: Payment, name: 'getPayment', summary: 'A payment' },
    (ctx, { params }) => getPayment(ctx, params),
  ),

  list(
    '/transactions',
    {
      ...read,
      takes: { query: PageQuery },
      of: AccountTransaction,
      name: 'listTransactions',
      summary: 'What moved the credit, the newest first',
    },
    async (ctx, { query }) => {
      const { credits, nextCursor } = await getCredits(ctx, query);
      return { items: credits.transactions, nextCursor };
    },
  ),

  endpoint(
    'POST',
    '/orders/quote',
    {
      ...read,
      takes: { body: OrderQuoteRequest },
      data: OrderQuote,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'CYCLE_NOT_AVAILABLE'],
      name: 'quoteOrder',
      summary: 'What a term would cost with tax',
    },
    (ctx, { body }) => quoteOrder(ctx, body),
  ),
  endpoint(
    'POST',
    '/orders',
    {
      // It takes `servers.write` as well: the operation asks for it.
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
      name: 'createOrder',
      summary: 'Order a server paid ahead; the payment tells what came of it',
    },
    (ctx, { body }) => createOrder(ctx, { ...body, present: true }),
  ),
  list(
    '/orders',
    {
      ...read,
      takes: { query: PageQuery.extend({ status: OrderStatus.optional() }) },
      of: Order,
      name: 'listOrders',
      summary: 'Prepaid terms, the newest first',
    },
    (ctx, { query }) => listOrders(ctx, query),
  ),
  endpoint(
    'GET',
    '/orders/:orderId',
    { ...read, ...NOT_FOUND, takes: { params: OrderPath }, data: Order, name: 'getOrder', summary: 'A prepaid term' },
    (ctx, { params }) => getOrder(ctx, params),
  ),
  endpoint(
    'GET',
    '/orders/:orderId/renewal',
    {
      ...read,
      takes: { params: OrderPath },
      data: RenewalQuote,
      errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE', 'CYCLE_NOT_AVAILABLE', 'INVALID_REQUEST'],
      name: 'quoteRenewal',
      summary: 'What one more term would cost with tax',
    },
    (ctx, { params }) => quoteRenewal(ctx, params),
  ),
  endpoint(
    'POST',
    '/orders/:orderId/renew',
    {
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
      name: 'renewOrder',
      summary: 'Pay for one more term by card; the payment tells what came of it',
    },
    (ctx, { params, body }) => renewOrder(ctx, { ...params, ...body, present: true }),
  ),
  endpoint(
    'POST',
    '/orders/:orderId/cancel',
    {
      ...write,
      takes: { params: OrderPath },
      data: Order,
      errors: ['NOT_FOUND', 'ORDER_NOT_RENEWABLE'],
      name: 'cancelOrder',
      summary: 'Renew no more; the server runs to the end of its term',
    },
    (ctx, { params }) => cancelOrder(ctx, params),
  ),
  endpoint(
    'PUT',
    '/orders/:orderId',
    {
      ...write,
      takes: { params: OrderPath, body: z.strictObject({ autoRenew: z.boolean() }) },
      data: Order,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'ORDER_NOT_RENEWABLE'],
      name: 'setAutoRenew',
      summary: 'Renew by itself, or no more',
    },
    (ctx, { params: { orderId }, body: { autoRenew } }) => setAutoRenew(ctx, { orderId, autoRenew }),
  ),

  list(
    '/invoices',
    {
      ...read,
      takes: { query: PageQuery.extend({ kind: InvoiceKind.optional() }) },
      of: InvoiceSummary,
      name: 'listInvoices',
      summary: 'Receipts, invoices, credit notes and statements, the newest first',
    },
    (ctx, { query }) => listInvoices(ctx, query),
  ),
  endpoint(
    'GET',
    '/invoices/:invoiceId',
    { ...read, ...NOT_FOUND, takes: { params: z.object({ invoiceId: IdText }) }, data: Invoice, name: 'getInvoice', summary: 'A document' },
    (ctx, { params }) => getInvoice(ctx, params),
  ),
];
