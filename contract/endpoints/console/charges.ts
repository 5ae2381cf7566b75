import { z } from 'zod';
import { CARDS, memberChanges, memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import {
  AuthenticateSandboxRequest,
  CardProvider,
  CardSaved,
  CardSetup,
  EnterSandboxCardRequest,
  Payment,
  PaymentAction,
} from '../../billing/payments.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });
const write = endpointRows({ ...memberChanges, needs: 'billing.write' });
const CardPath = z.object({ cardId: IdText });
const PaymentPath = z.object({ paymentId: IdText });
const errors = ['NOT_FOUND', 'PAYMENTS_UNAVAILABLE'] as const;

export const getCardProvider = read.get('/card-provider', 'With whom the browser saves a card', { takes: {}, data: CardProvider });

export const addCard = write.post('/cards', 'Begin to add a card: its number goes from the browser to the provider', {
  limit: CARDS,
  takes: {},
  status: 201,
  data: CardSetup,
  errors: ['PAYMENTS_UNAVAILABLE'],
});

export const finishCard = write.post('/cards/:cardId/finish', 'Look whether a card was saved', {
  errors,
  takes: { params: CardPath },
  data: CardSaved,
});

export const enterSandboxCard = write.post('/cards/:cardId/sandbox', "Choose one of the sandbox's cards, which have no numbers", {
  takes: { params: CardPath, body: EnterSandboxCardRequest },
  data: CardSaved,
  errors: [...errors, 'INVALID_REQUEST'],
});

export const getPaymentAction = read.get('/payments/:paymentId/action', 'What the cardholder must do in the browser', {
  errors,
  takes: { params: PaymentPath },
  data: PaymentAction,
});

export const lookAtPayment = write.post('/payments/:paymentId/look', 'Ask the provider at once what came of a charge', {
  errors: ['NOT_FOUND'],
  takes: { params: PaymentPath },
  data: Payment,
});

export const authenticateSandboxPayment = write.post(
  '/payments/:paymentId/sandbox',
  'In the sandbox: prove who the cardholder is, or fail to',
  { takes: { params: PaymentPath, body: AuthenticateSandboxRequest }, data: Payment, errors: [...errors, 'INVALID_REQUEST'] },
);
