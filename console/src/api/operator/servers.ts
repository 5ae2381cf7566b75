import * as servers from '@boreal/contract/endpoints/operator/servers.ts';
import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../call.ts';

/** How often an open server is polled. */
const LIVE_MS = 5000;

export interface ServersAsked {
  readonly search?: string | undefined;
  readonly accountId?: string | undefined;
  readonly status?: ServerStatus | undefined;
}

export const loadServers = ({ cursor, ...query }: ServersAsked & { cursor: string | null }) =>
  callPage(servers.listAllServers, { cursor, query });

export const serverQuery = (serverId: string) =>
  queryOptions({
    queryKey: ['operator', 'server', serverId],
    queryFn: ({ signal }) => call(servers.explainServer, { params: { serverId }, signal }),
    refetchInterval: LIVE_MS,
  });
