import { z } from 'zod';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import {
  AuthenticateSandboxRequest,
  CardProvider,
  CardSaved,
  CardSetup,
  EnterSandboxCardRequest,
  Payment,
  PaymentAction,
} from '../../payments.ts';

const read = { ...memberReads, needs: 'billing.read' } as const;
const write = { ...memberChanges, needs: 'billing.write' } as const;
const CardPath = z.object({ cardId: IdText });
const PaymentPath = z.object({ paymentId: IdText });
const errors = ['NOT_FOUND', 'PAYMENTS_UNAVAILABLE'] as const;

export const getCardProvider = endpoint('GET', '/card-provider', {
  ...read,
  takes: {},
  data: CardProvider,
  summary: 'With whom the browser saves a card',
});

export const addCard = endpoint('POST', '/cards', {
  ...write,
  takes: {},
  status: 201,
  data: CardSetup,
  errors: ['PAYMENTS_UNAVAILABLE'],
  summary: 'Begin to add a card: its number goes from the browser to the provider',
});

export const finishCard = endpoint('POST', '/cards/:cardId/finish', {
  ...write,
  errors,
  takes: { params: CardPath },
  data: CardSaved,
  summary: 'Look whether a card was saved',
});

export const enterSandboxCard = endpoint('POST', '/cards/:cardId/sandbox', {
  ...write,
  takes: { params: CardPath, body: EnterSandboxCardRequest },
  data: CardSaved,
  errors: [...errors, 'INVALID_REQUEST'],
  summary: "Choose one of the sandbox's cards, which have no numbers",
});

export const getPaymentAction = endpoint('GET', '/payments/:paymentId/action', {
  ...read,
  errors,
  takes: { params: PaymentPath },
  data: PaymentAction,
  summary: 'What the cardholder must do in the browser',
});

export const lookAtPayment = endpoint('POST', '/payments/:paymentId/look', {
  ...write,
  errors: ['NOT_FOUND'],
  takes: { params: PaymentPath },
  data: Payment,
  summary: 'Ask the provider at once what came of a charge',
});

export const authenticateSandboxPayment = endpoint('POST', '/payments/:paymentId/sandbox', {
  ...write,
  takes: { params: PaymentPath, body: AuthenticateSandboxRequest },
  data: Payment,
  errors: [...errors, 'INVALID_REQUEST'],
  summary: 'In the sandbox: prove who the cardholder is, or fail to',
});
