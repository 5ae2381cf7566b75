import * as rows from '@boreal/contract/endpoints/console/charges.ts';
import { addCard } from '../core/commerce/cards/add-card.ts';
import { enterTestCard } from '../core/commerce/cards/enter-test-card.ts';
import { finishCard } from '../core/commerce/cards/finish-card.ts';
import { authenticateTestCharge } from '../core/commerce/settlement/authenticate-test-charge.ts';
import { getCustomerAction } from '../core/commerce/payments/get-customer-action.ts';
import { lookAtPayment } from '../core/commerce/settlement/look-at-payment.ts';
import type { CustomerCtx } from '../core/ground/ctx.ts';
import { bind } from '../door/bind.ts';
import type { Endpoint } from '../door/endpoint.ts';
import type { Payments } from '../payments/port.ts';

/**
 * Calls to the payment provider while a person waits: saving a card, and authenticating. They run outside the door's transactions, so an
 * Idempotency-Key has no effect; repeating them moves no money.
 */
export function chargesRoutes({ payments }: { payments: Payments }): readonly Endpoint<CustomerCtx>[] {
  return bind(rows, {
    getCardProvider: async () => ({ provider: payments.name, publishableKey: payments.publishableKey }),
    addCard: (ctx) => addCard(ctx, payments),
    finishCard: async (ctx, { params }) => ({ card: await finishCard(ctx, payments, params) }),
    enterSandboxCard: async (ctx, { params, body }) => ({ card: await enterTestCard(ctx, payments, { ...params, ...body }) }),
    getPaymentAction: async (ctx, { params }) => ({ action: await getCustomerAction(ctx, payments, params) }),
    lookAtPayment: (ctx, { params }) => lookAtPayment(ctx, payments, params),
    authenticateSandboxPayment: (ctx, { params, body }) => authenticateTestCharge(ctx, payments, { ...params, ...body }),
  });
}
