import { z } from 'zod';
import { AccountTransaction } from '../../billing.ts';
import { memberChanges, memberReads } from '../../console-rows.ts';
import { endpoint, list } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { PageQuery } from '../../pages.ts';
import { AutoReload, CreateTopUpRequest, Payment, PaymentBegun, SetAutoReloadRequest, TopUpQuote, TopUpRequest } from '../../payments.ts';

const read = { ...memberReads, needs: 'billing.read' } as const;
const write = { ...memberChanges, needs: 'billing.write' } as const;
const NOT_FOUND = { errors: ['NOT_FOUND'] } as const;

// A POST for its body; it writes nothing.
export const quoteTopUp = endpoint('POST', '/top-ups/quote', {
  ...read,
  takes: { body: TopUpRequest },
  data: TopUpQuote,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'What credit would cost with tax',
});

export const createTopUp = endpoint('POST', '/top-ups', {
  ...write,
  takes: { body: CreateTopUpRequest },
  status: 201,
  data: PaymentBegun,
  errors: ['INVALID_REQUEST', 'PAYMENT_REQUIRED', 'NOT_FOUND', 'PRICE_CHANGED', 'ACCOUNT_SUSPENDED'],
  summary: 'Buy credit with a card; the payment tells what came of it',
});

export const getAutoReload = endpoint('GET', '/auto-reload', {
  ...read,
  takes: {},
  data: AutoReload,
  summary: 'When credit is bought by itself',
});

export const setAutoReload = endpoint('PUT', '/auto-reload', {
  ...write,
  takes: { body: SetAutoReloadRequest },
  data: AutoReload,
  errors: ['INVALID_REQUEST', 'PAYMENT_REQUIRED'],
  summary: 'Buy credit by itself, or no more',
});

export const listPayments = list('/payments', {
  ...read,
  takes: { query: PageQuery },
  of: Payment,
  summary: 'Payments by card, the newest first',
});

export const getPayment = endpoint('GET', '/payments/:paymentId', {
  ...read,
  ...NOT_FOUND,
  takes: { params: z.object({ paymentId: IdText }) },
  data: Payment,
  summary: 'A payment',
});

export const listTransactions = list('/transactions', {
  ...read,
  takes: { query: PageQuery },
  of: AccountTransaction,
  speaks: true,
  summary: 'What moved the credit, the newest first',
});
