import { PreemptServerRequest, OperatorServer, OperatorServerDetail, ServerPreempted } from '@boreal/contract/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole, callPage } from '../call.ts';
import { operatorPath } from './path.ts';

/** How often a server that one looks at is looked at again. */
const LIVE_MS = 5000;

export interface ServersAsked {
  readonly search?: string | undefined;
  readonly accountId?: string | undefined;
  readonly status?: string | undefined;
}

export const loadServers = ({ cursor, ...query }: ServersAsked & { cursor: string | null }) =>
  callPage(operatorPath('/servers'), OperatorServer, { cursor, query: { ...query } });

export const serverQuery = (serverId: string) =>
  queryOptions({
    queryKey: ['operator', 'server', serverId],
    queryFn: ({ signal }) => callConsole(operatorPath('/servers', serverId), OperatorServerDetail, { signal }),
    refetchInterval: LIVE_MS,
  });

export const preemptServer = (serverId: string, reason: string) =>
  callConsole(operatorPath('/servers', serverId, '/preempt'), ServerPreempted, {
    method: 'POST',
    takes: PreemptServerRequest,
    body: { reason },
  });
