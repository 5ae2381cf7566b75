import { Payment, PaymentAction, PaymentBegun, TopUpQuote, CreateTopUpRequest, type TopUpRequest } from '@boreal/contract/payments.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from './call.ts';
import { underAccount } from './paths.ts';

/** How often a charge that is under way is looked at. */
const LOOK_MS = 1000;

const at = (accountId: string, paymentId: string, path = '') =>
  underAccount(accountId, `/payments/${encodeURIComponent(paymentId)}${path}`);

/** What becomes of a charge: asked for again until it is settled, or waits for the cardholder. */
export const paymentQuery = (accountId: string, paymentId: string) =>
  queryOptions({
    queryKey: [accountId, 'payments', paymentId],
    queryFn: ({ signal }) => callConsole(at(accountId, paymentId), Payment, { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isSettled(data) ? false : LOOK_MS),
  });

export function isSettled({ status }: Payment): boolean {
  return status === 'succeeded' || status === 'failed';
}

/** What the cardholder must do in the browser. */
export const paymentActionQuery = (accountId: string, paymentId: string) =>
  queryOptions({
    queryKey: [accountId, 'payments', paymentId, 'action'],
    queryFn: ({ signal }) => callConsole(at(accountId, paymentId, '/action'), PaymentAction, { signal }),
  });

/** Has the provider asked at once. */
export const lookAtPayment = (accountId: string, paymentId: string) =>
  callConsole(at(accountId, paymentId, '/look'), Payment, { method: 'POST' });

/** In the sandbox: proves who the cardholder is, or fails to. */
export const authenticateSandbox = (accountId: string, paymentId: string, proven: boolean) =>
  callConsole(at(accountId, paymentId, '/sandbox'), Payment, { method: 'POST', body: { proven } });

export const topUpQuoteQuery = (accountId: string, body: TopUpRequest) =>
  queryOptions({
    queryKey: [accountId, 'top-up-quote', body],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/top-ups/quote'), TopUpQuote, { method: 'POST', body, signal }),
  });

export const createTopUp = (accountId: string, body: CreateTopUpRequest, idempotencyKey: string) =>
  callConsole(underAccount(accountId, '/top-ups'), PaymentBegun, { method: 'POST', takes: CreateTopUpRequest, body, idempotencyKey });
