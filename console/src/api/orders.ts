import { Order, RenewalBegun, RenewalQuote } from '@boreal/contract/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole, callPage } from './call.ts';
import { underAccount } from './paths.ts';

const at = (accountId: string, orderId: string, path = '') => underAccount(accountId, `/orders/${encodeURIComponent(orderId)}${path}`);

export const listOrders = (accountId: string, cursor: string | null) => callPage(underAccount(accountId, '/orders'), Order, { cursor });

export const orderQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: [accountId, 'orders', orderId],
    queryFn: ({ signal }) => callConsole(at(accountId, orderId), Order, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? 1000 : 30_000),
  });

/** What one more term would cost; refused where there is none to buy. */
export const renewalQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: [accountId, 'orders', orderId, 'renewal'],
    queryFn: ({ signal }) => callConsole(at(accountId, orderId, '/renewal'), RenewalQuote, { signal }),
  });

export const renewOrder = (
  accountId: string,
  orderId: string,
  body: { cardId?: string; expectedTotalCad: number; expectedPeriodStart: string },
  idempotencyKey: string,
) => callConsole(at(accountId, orderId, '/renew'), RenewalBegun, { method: 'POST', body, idempotencyKey });

export const setAutoRenew = (accountId: string, orderId: string, autoRenew: boolean) =>
  callConsole(at(accountId, orderId), Order, { method: 'PUT', body: { autoRenew } });

export const cancelOrder = (accountId: string, orderId: string) =>
  callConsole(at(accountId, orderId, '/cancel'), Order, { method: 'POST' });
