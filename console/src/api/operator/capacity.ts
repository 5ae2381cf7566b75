import { Host, HostWithCards, Pool, type HostState } from '@boreal/contract/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole } from '../call.ts';
import { operatorPath } from './path.ts';

const LIVE_MS = 5000;

export const poolsQuery = queryOptions({
  queryKey: ['operator', 'pools'],
  queryFn: ({ signal }) => callConsole(operatorPath('/pools'), z.array(Pool), { signal }),
});

export const hostsQuery = queryOptions({
  queryKey: ['operator', 'hosts'],
  queryFn: ({ signal }) => callConsole(operatorPath('/hosts'), z.array(HostWithCards), { signal }),
  refetchInterval: LIVE_MS,
});

export const setHostState = (hostId: string, state: z.infer<typeof HostState>) =>
  callConsole(operatorPath('/hosts', hostId), Host, { method: 'PUT', body: { state } });
