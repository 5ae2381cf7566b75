import * as capacity from '@boreal/contract/endpoints/operator/capacity.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

const LIVE_MS = 5000;

export const poolsQuery = queryOptions({ queryKey: ['operator', 'pools'], queryFn: ({ signal }) => call(capacity.listPools, { signal }) });

export const hibernationLimitQuery = queryOptions({
  queryKey: ['operator', 'hibernation-limit'],
  queryFn: ({ signal }) => call(capacity.getHibernationLimit, { signal }),
});

export const hostsQuery = queryOptions({
  queryKey: ['operator', 'hosts'],
  queryFn: ({ signal }) => call(capacity.listHosts, { query: {}, signal }),
  refetchInterval: LIVE_MS,
});
