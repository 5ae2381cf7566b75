import { IdText } from '@boreal/contract/ids.ts';
import {
  AuthenticateSandboxRequest,
  CardProvider,
  CardSaved,
  CardSetup,
  EnterSandboxCardRequest,
  Payment,
  PaymentAction,
} from '@boreal/contract/payments.ts';
import { z } from 'zod';
import { addCard } from '../core/billing/cards/add-card.ts';
import { enterTestCard } from '../core/billing/cards/enter-test-card.ts';
import { finishCard } from '../core/billing/cards/finish-card.ts';
import { authenticateTestCharge } from '../core/billing/payments/authenticate-test-charge.ts';
import { getCustomerAction } from '../core/billing/payments/get-customer-action.ts';
import { lookAtPayment } from '../core/billing/payments/look-at-payment.ts';
import type { CustomerCtx } from '../core/ctx.ts';
import { endpoint } from '../door/define-endpoint.ts';
import type { Endpoint } from '../door/endpoint.ts';
import type { Payments } from '../payments/port.ts';
import { CHANGES, READS } from './console-limits.ts';

const read = { group: 'Console', limit: READS, needs: 'billing.read' } as const;
const write = { group: 'Console', limit: CHANGES, needs: 'billing.write' } as const;
const CardPath = z.object({ cardId: IdText });
const PaymentPath = z.object({ paymentId: IdText });

/**
 * What asks whoever charges cards while the person waits: saving a card, and proving who one is. They run in no
 * transaction of the door's, so an Idempotency-Key does not count; asked twice, none of them moves money.
 */
export function chargesRoutes({ payments }: { payments: Payments }): readonly Endpoint<CustomerCtx>[] {
  const errors = ['NOT_FOUND', 'PAYMENTS_UNAVAILABLE'] as const;
  return [
    endpoint(
      'GET',
      '/card-provider',
      { ...read, takes: {}, data: CardProvider, name: 'getCardProvider', summary: 'With whom the browser saves a card' },
      async () => ({ provider: payments.name, publishableKey: payments.publishableKey }),
    ),
    endpoint(
      'POST',
      '/cards',
      {
        ...write,
        takes: {},
        status: 201,
        data: CardSetup,
        errors: ['PAYMENTS_UNAVAILABLE'],
        name: 'addCard',
        summary: 'Begin to add a card: its number goes from the browser to the provider',
      },
      (ctx) => addCard(ctx, payments),
    ),
    endpoint(
      'POST',
      '/cards/:cardId/finish',
      { ...write, errors, takes: { params: CardPath }, data: CardSaved, name: 'finishCard', summary: 'Look whether a card was saved' },
      async (ctx, { params }) => ({ card: await finishCard(ctx, payments, params) }),
    ),
    endpoint(
      'POST',
      '/cards/:cardId/sandbox',
      {
        ...write,
        takes: { params: CardPath, body: EnterSandboxCardRequest },
        data: CardSaved,
        errors: [...errors, 'INVALID_REQUEST'],
        name: 'enterSandboxCard',
        summary: "Choose one of the sandbox's cards, which have no numbers",
      },
      async (ctx, { params, body }) => ({ card: await enterTestCard(ctx, payments, { ...params, ...body }) }),
    ),

    endpoint(
      'GET',
      '/payments/:paymentId/action',
      {
        ...read,
        errors,
        takes: { params: PaymentPath },
        data: PaymentAction,
        name: 'getPaymentAction',
        summary: 'What the cardholder must do in the browser',
      },
      async (ctx, { params }) => ({ action: await getCustomerAction(ctx, payments, params) }),
    ),
    endpoint(
      'POST',
      '/payments/:paymentId/look',
      {
        ...write,
        errors: ['NOT_FOUND'],
        takes: { params: PaymentPath },
        data: Payment,
        name: 'lookAtPayment',
        summary: 'Ask the provider at once what came of a charge',
      },
      (ctx, { params }) => lookAtPayment(ctx, payments, params),
    ),
    endpoint(
      'POST',
      '/payments/:paymentId/sandbox',
      {
        ...write,
        takes: { params: PaymentPath, body: AuthenticateSandboxRequest },
        data: Payment,
        errors: [...errors, 'INVALID_REQUEST'],
        name: 'authenticateSandboxPayment',
        summary: 'In the sandbox: prove who the cardholder is, or fail to',
      },
      (ctx, { params, body }) => authenticateTestCharge(ctx, payments, { ...params, ...body }),
    ),
  ];
}
