import type { OrderStatus } from '@boreal/contract/billing/status.ts';
import * as orders from '@boreal/contract/endpoints/console/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from './call.ts';

export const listOrders = (accountId: string, { cursor, status }: { cursor: string | null; status: OrderStatus | undefined }) =>
  callPage(orders.listOrders, { params: { accountId }, cursor, query: { status } });

export const orderQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: [accountId, 'orders', orderId],
    queryFn: ({ signal }) => call(orders.getOrder, { params: { accountId, orderId }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.status === 'pending' ? 1000 : 30_000),
  });

/** What one more term would cost; refused if there is none to buy. */
export const renewalQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: [accountId, 'orders', orderId, 'renewal'],
    queryFn: ({ signal }) => call(orders.quoteRenewal, { params: { accountId, orderId }, signal }),
  });

/** What automatic renewal would charge next, and when: asked anew each time it is about to be turned on. */
export const autoRenewalQuery = (accountId: string, orderId: string) =>
  queryOptions({
    queryKey: [accountId, 'orders', orderId, 'auto-renewal'],
    queryFn: ({ signal }) => call(orders.quoteAutoRenewal, { params: { accountId, orderId }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
