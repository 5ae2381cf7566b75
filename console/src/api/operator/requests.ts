import * as requests from '@boreal/contract/endpoints/operator/requests.ts';
import type { OperatorRequestStatus } from '@boreal/contract/operator/requests.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../call.ts';

/** Those who wait are few: one operator has twenty at most. */
const WAITING_SHOWN = 200;

export const requestsKey = ['operator', 'requests'] as const;

export const waitingRequestsQuery = queryOptions({
  queryKey: [...requestsKey, 'waiting'],
  queryFn: async ({ signal }) => {
    const { items } = await callPage(requests.listOperatorRequests, {
      query: { status: 'waiting' },
      limit: WAITING_SHOWN,
      cursor: null,
      signal,
    });
    return items;
  },
});

export const loadRequests = ({ status, cursor }: { status?: OperatorRequestStatus | undefined; cursor: string | null }) =>
  callPage(requests.listOperatorRequests, { query: { status }, cursor, limit: 20 });

export const limitsQuery = queryOptions({
  queryKey: [...requestsKey, 'limits'],
  queryFn: ({ signal }) => call(requests.getOperatorLimits, { signal }),
});
