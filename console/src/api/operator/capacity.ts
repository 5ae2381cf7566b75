import * as capacity from '@boreal/contract/endpoints/operator/capacity.ts';
import type { HostState } from '@boreal/contract/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../call.ts';

const LIVE_MS = 5000;

export const poolsQuery = queryOptions({ queryKey: ['operator', 'pools'], queryFn: ({ signal }) => call(capacity.listPools, { signal }) });

export const hostsQuery = queryOptions({
  queryKey: ['operator', 'hosts'],
  queryFn: ({ signal }) => call(capacity.listHosts, { query: {}, signal }),
  refetchInterval: LIVE_MS,
});

export const setHostState = (hostId: string, state: z.infer<typeof HostState>) =>
  call(capacity.setHostState, { params: { hostId }, body: { state } });
