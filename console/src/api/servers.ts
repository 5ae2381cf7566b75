import * as own from '@boreal/contract/endpoints/console/servers.ts';
import * as servers from '@boreal/contract/endpoints/servers.ts';
import type { MetricsDuration } from '@boreal/contract/servers/servers.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callObjectPage, callPage } from './call.ts';

/** How often live data is polled. The browser stops while its tab is hidden. */
const LIVE_MS = 3000;
const CALM_MS = 30_000;

export interface ServerRef {
  readonly accountId: string;
  readonly serverId: string;
}

/** The key prefix of everything that is read about one server. */
export const serverKey = ({ accountId, serverId }: ServerRef) => [accountId, 'server', serverId] as const;

/** The path parameters of a row about a server. */
export const inServer = ({ accountId, serverId }: ServerRef) => ({ accountId, id: serverId });

export const serversQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'servers'],
    queryFn: ({ signal }) => call(servers.listServers, { params: { accountId }, signal }),
    refetchInterval: CALM_MS,
  });

/** Those that were deleted, as long as they can be read. */
export const deletedServersQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'servers', 'deleted'],
    queryFn: ({ signal }) => call(servers.listServers, { params: { accountId }, query: { status: 'DELETED' }, signal }),
    refetchInterval: CALM_MS,
  });

/** What changes in all servers: small, and mostly not sent again. */
export const serverStatesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'server-states'],
    queryFn: ({ signal }) => call(own.listServerStates, { params: { accountId }, signal }),
    refetchInterval: LIVE_MS,
  });

/** What actions on servers, or on one, would cost, lose or refund: read anew whenever one is about to be asked for. */
export const serverStakesQuery = (accountId: string, serverId: string | undefined) =>
  queryOptions({
    queryKey: [accountId, 'server-stakes', serverId],
    queryFn: ({ signal }) => call(own.listServerStakes, { params: { accountId }, query: { serverId }, signal }),
    refetchInterval: LIVE_MS,
    gcTime: 0,
  });

/** How busy the servers of the overview are. */
export const serverLoadsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'server-loads'],
    queryFn: ({ signal }) => call(own.listServerLoads, { params: { accountId }, signal }),
    refetchInterval: CALM_MS,
  });

/** One server, polled as long as it may change. */
export const serverQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'detail'],
    queryFn: ({ signal }) => call(own.getServer, { params: inServer(ref), signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'DELETED' ? false : LIVE_MS),
  });

export const metricsQuery = (ref: ServerRef, duration: MetricsDuration) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'metrics', duration],
    queryFn: ({ signal }) => call(servers.getServerMetrics, { params: inServer(ref), query: { duration }, signal }),
    // Who has just got a server looks at an empty chart until the first reading.
    refetchInterval: ({ state }) => (state.data?.cpu.timestamps.length ? CALM_MS : LIVE_MS),
  });

export const serverBudgetQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'budget'],
    queryFn: ({ signal }) => call(servers.getServerBudget, { params: inServer(ref), signal }),
  });

export const listEvents = (ref: ServerRef, cursor: string | null) =>
  callPage(servers.listServerEvents, { params: inServer(ref), cursor, limit: 20 });

/** Hours with their totals; each page has the same totals. */
export const listUsage = (ref: ServerRef, cursor: string | null) =>
  callObjectPage(servers.getServerUsage, { params: inServer(ref), cursor, limit: 48 });
