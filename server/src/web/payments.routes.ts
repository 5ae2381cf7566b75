import * as cardsRows from '@boreal/contract/endpoints/console/cards.ts';
import * as paymentsRows from '@boreal/contract/endpoints/console/payments.ts';
import * as attentionRows from '@boreal/contract/endpoints/console/attention.ts';
import * as ordersRows from '@boreal/contract/endpoints/console/orders.ts';
import * as invoicesRows from '@boreal/contract/endpoints/console/invoices.ts';
import { listCards } from '../core/commerce/cards/list-cards.ts';
import { removeCard } from '../core/commerce/cards/remove-card.ts';
import { setDefaultCard } from '../core/commerce/cards/set-default-card.ts';
import { getInvoice, listInvoices } from '../core/commerce/invoices/get-invoice.ts';
import { listGroupLines } from '../core/fleet/charges/list-group-lines.ts';
import { listTransactionGroups } from '../core/fleet/charges/list-transaction-groups.ts';
import { getCredits } from '../core/money/credit/get-credits.ts';
import { listAttention } from '../core/commerce/attention/list-attention.ts';
import { cancelOrder, setAutoRenew } from '../core/commerce/orders/cancel-order.ts';
import { createOrder } from '../core/commerce/orders/create-order.ts';
import { getOrder, listOrders } from '../core/commerce/orders/get-order.ts';
import { quoteOrder } from '../core/commerce/orders/quote-order.ts';
import { quoteAutoRenewal, quoteRenewal } from '../core/commerce/orders/renewal-price.ts';
import { renewOrder } from '../core/commerce/orders/renew-order.ts';
import { getPayment, listPayments } from '../core/commerce/payments/get-payment.ts';
import { createTopUp } from '../core/commerce/top-ups/create-top-up.ts';
import { getAutoReload } from '../core/commerce/top-ups/get-auto-reload.ts';
import { quoteTopUp } from '../core/commerce/top-ups/quote-top-up.ts';
import { setAutoReload } from '../core/commerce/top-ups/set-auto-reload.ts';
import { bind } from '../door/bind.ts';

/**
 * Cards, payments, orders and documents. A call that charges a card stores the intent and the worker calls the provider: the payment has
 * the outcome. Calls that go to the provider directly are in `charges.routes.ts`.
 */
export const paymentsRoutes = [
  ...bind(cardsRows, {
    listCards: (ctx) => listCards(ctx),
    setDefaultCard: (ctx, { params }) => setDefaultCard(ctx, params),
    removeCard: (ctx, { params }) => removeCard(ctx, params),
  }),
  ...bind(paymentsRows, {
    quoteTopUp: (ctx, { body }) => quoteTopUp(ctx, body),
    createTopUp: (ctx, { body }) => createTopUp(ctx, { ...body, present: true }),
    getAutoReload: (ctx) => getAutoReload(ctx),
    setAutoReload: (ctx, { body }) => setAutoReload(ctx, body),
    listPayments: (ctx, { query }) => listPayments(ctx, query),
    getPayment: (ctx, { params }) => getPayment(ctx, params),
    listTransactions: async (ctx, { query }, { locale }) => {
      const { credits, nextCursor } = await getCredits(ctx, { locale, ...query });
      return { items: credits.transactions, nextCursor };
    },
    listTransactionGroups: (ctx, { query }, { locale }) => listTransactionGroups(ctx, { ...query, locale }),
    listGroupLines: (ctx, { query }) => listGroupLines(ctx, query),
  }),
  ...bind(attentionRows, { listAttention: (ctx) => listAttention(ctx) }),
  ...bind(ordersRows, {
    quoteOrder: (ctx, { body }) => quoteOrder(ctx, body),
    createOrder: (ctx, { body }) => createOrder(ctx, { ...body, present: true }),
    listOrders: (ctx, { query }) => listOrders(ctx, query),
    getOrder: (ctx, { params }) => getOrder(ctx, params),
    quoteRenewal: (ctx, { params }) => quoteRenewal(ctx, params),
    quoteAutoRenewal: (ctx, { params }) => quoteAutoRenewal(ctx, params),
    renewOrder: (ctx, { params, body }) => renewOrder(ctx, { ...params, ...body, present: true }),
    cancelOrder: (ctx, { params }) => cancelOrder(ctx, params),
    setAutoRenew: (ctx, { params, body }) => setAutoRenew(ctx, { ...params, ...body }),
  }),
  ...bind(invoicesRows, {
    listInvoices: (ctx, { query }) => listInvoices(ctx, query),
    getInvoice: (ctx, { params }) => getInvoice(ctx, params),
  }),
];
