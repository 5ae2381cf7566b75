import { z } from 'zod';
import { AccountTransaction } from '../../billing/billing.ts';
import { memberChanges, memberReads } from '../../api/console-rows.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { PageQuery } from '../../api/pages.ts';
import { GroupLine, GroupLinesQuery, TransactionGroup, TransactionGroupsQuery } from '../../billing/transaction-groups.ts';
import {
  AutoReload,
  ConsoleSetAutoReloadRequest,
  CreateTopUpRequest,
  Payment,
  PaymentBegun,
  TopUpQuote,
  TopUpRequest,
} from '../../billing/payments.ts';

const read = endpointRows({ ...memberReads, needs: 'billing.read' });
const write = endpointRows({ ...memberChanges, needs: 'billing.write' });

// A POST only so that it can have a body; it writes nothing.
export const quoteTopUp = read.post('/top-ups/quote', 'What credit would cost with tax', {
  takes: { body: TopUpRequest },
  data: TopUpQuote,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const createTopUp = write.post('/top-ups', 'Buy credit with a card; the payment tells what came of it', {
  takes: { body: CreateTopUpRequest },
  status: 201,
  data: PaymentBegun,
  errors: ['INVALID_REQUEST', 'PAYMENT_REQUIRED', 'NOT_FOUND', 'PRICE_CHANGED', 'ACCOUNT_SUSPENDED', 'ACCOUNT_CLOSED'],
});

export const getAutoReload = read.get('/auto-reload', 'When credit is purchased automatically', { takes: {}, data: AutoReload });

export const setAutoReload = write.put('/auto-reload', 'Buy credit by itself, or no more', {
  takes: { body: ConsoleSetAutoReloadRequest },
  data: AutoReload,
  errors: ['INVALID_REQUEST', 'PAYMENT_REQUIRED', 'PRICE_CHANGED', 'CONFIRM_AGAIN'],
});

export const listPayments = read.list('/payments', 'Payments by card, the newest first', { takes: { query: PageQuery }, of: Payment });

export const getPayment = read.get('/payments/:paymentId', 'A payment', {
  errors: ['NOT_FOUND'],
  takes: { params: z.object({ paymentId: IdText }) },
  data: Payment,
});

export const listTransactions = read.list('/transactions', 'What moved the credit, the newest first', {
  takes: { query: PageQuery },
  of: AccountTransaction,
  speaks: true,
});

/** Sums the hours of all servers: expensive for the database. */
const SUMS = 60;

export const listTransactionGroups = read.list('/transaction-groups', 'The same, with hourly charges put together by server and day', {
  limit: SUMS,
  takes: { query: TransactionGroupsQuery },
  of: TransactionGroup,
  errors: ['INVALID_REQUEST'],
  speaks: true,
});

export const listGroupLines = read.list('/transaction-groups/lines', 'What a server was charged on a day, hour by hour', {
  takes: { query: GroupLinesQuery },
  of: GroupLine,
  errors: ['INVALID_REQUEST'],
});
