import * as capacity from '@boreal/contract/endpoints/operator/capacity.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

const LIVE_MS = 5000;

export const poolsQuery = queryOptions({ queryKey: ['operator', 'pools'], queryFn: ({ signal }) => call(capacity.listPools, { signal }) });

/** What the engines find, asked as the dialog opens. */
export const enginesQuery = queryOptions({
  queryKey: ['operator', 'engines'],
  queryFn: ({ signal }) => call(capacity.listEngines, { signal }),
  staleTime: 0,
});

export const hibernationLimitQuery = queryOptions({
  queryKey: ['operator', 'hibernation-limit'],
  queryFn: ({ signal }) => call(capacity.getHibernationLimit, { signal }),
});

export const hostsQuery = queryOptions({
  queryKey: ['operator', 'hosts'],
  queryFn: ({ signal }) => call(capacity.listHosts, { query: {}, signal }),
  refetchInterval: LIVE_MS,
});
