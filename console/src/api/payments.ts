import * as charges from '@boreal/contract/endpoints/console/charges.ts';
import * as payments from '@boreal/contract/endpoints/console/payments.ts';
import type { Payment, TopUpRequest } from '@boreal/contract/billing/payments.ts';
import type { TransactionFilter } from '@boreal/contract/billing/billing.ts';
import type { DayCharges } from '@boreal/contract/billing/transaction-groups.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from './call.ts';

/** How often a charge in progress is polled. */
const LOOK_MS = 1000;

/** The outcome of a charge: polled until it is settled, or waits for the cardholder. */
export const paymentQuery = (accountId: string, paymentId: string) =>
  queryOptions({
    queryKey: [accountId, 'payments', paymentId],
    queryFn: ({ signal }) => call(payments.getPayment, { params: { accountId, paymentId }, signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isSettled(data) ? false : LOOK_MS),
  });

export function isSettled({ status }: Payment): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** What the cardholder must do in the browser. */
export const paymentActionQuery = (accountId: string, paymentId: string) =>
  queryOptions({
    queryKey: [accountId, 'payments', paymentId, 'action'],
    queryFn: ({ signal }) => call(charges.getPaymentAction, { params: { accountId, paymentId }, signal }),
  });

export const topUpQuoteQuery = (accountId: string, body: TopUpRequest) =>
  queryOptions({
    queryKey: [accountId, 'top-up-quote', body],
    queryFn: ({ signal }) => call(payments.quoteTopUp, { params: { accountId }, body, signal }),
  });

/** What moved the credit, newest first. */
export const listTransactions = (accountId: string, cursor: string | null) =>
  callPage(payments.listTransactions, { params: { accountId }, cursor });

/** The same, with hourly charges put together by server and day. */
export const listTransactionGroups = (accountId: string, { cursor, ...query }: TransactionFilter & { readonly cursor: string | null }) =>
  callPage(payments.listTransactionGroups, { params: { accountId }, cursor, query });

/** What a group comes to, hour by hour: read again when it has more of them. */
export const groupLinesQuery = (accountId: string, { id, day, serverId, lines }: DayCharges) =>
  queryOptions({
    queryKey: [accountId, 'transaction-groups', id, lines],
    queryFn: ({ signal }) =>
      call(payments.listGroupLines, { params: { accountId }, query: { day, serverId: serverId ?? undefined }, signal }),
    staleTime: Infinity,
  });

export const autoReloadQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'auto-reload'],
    queryFn: ({ signal }) => call(payments.getAutoReload, { params: { accountId }, signal }),
    refetchInterval: 30_000,
  });
