import {
  SetServerBudgetRequest,
  ConsoleLink,
  ConsoleServerDetail,
  ServerState,
  ConsoleCreateServerRequest,
} from '@boreal/contract/console.ts';
import { ServerBudget, ServerUsage } from '@boreal/contract/billing.ts';
import {
  Metrics,
  ServerActionAccepted,
  ServerCreated,
  ServerDeleted,
  ServerEvent,
  ServerSummary,
  type MetricsDuration,
  type ServerAction,
} from '@boreal/contract/servers.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, callObjectPage, callPage } from './call.ts';
import { underAccount } from './paths.ts';

/** How often what moves is looked at. The browser stops asking while its tab is hidden. */
const LIVE_MS = 3000;
const CALM_MS = 30_000;

export interface ServerRef {
  readonly accountId: string;
  readonly serverId: string;
}

/** Everything that is read of one server begins with this key. */
export const serverKey = ({ accountId, serverId }: ServerRef) => [accountId, 'server', serverId] as const;

/** The path of a row about a server. */
export const underServer = ({ accountId, serverId }: ServerRef, path: `/${string}` | '' = '') =>
  underAccount(accountId, `/servers/${encodeURIComponent(serverId)}${path}`);

export const serversQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'servers'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/servers'), z.array(ServerSummary), { signal }),
    refetchInterval: CALM_MS,
  });

/** What changes of all servers: small, and mostly not sent again. */
export const serverStatesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'server-states'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/server-states'), z.array(ServerState), { signal }),
    refetchInterval: LIVE_MS,
  });

/** One server, looked at as long as it may change. */
export const serverQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'detail'],
    queryFn: ({ signal }) => callConsole(underServer(ref), ConsoleServerDetail, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'DELETED' ? false : LIVE_MS),
  });

export const metricsQuery = (ref: ServerRef, duration: MetricsDuration) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'metrics', duration],
    queryFn: ({ signal }) => callConsole(underServer(ref, `/metrics?duration=${duration}`), Metrics, { signal }),
    refetchInterval: CALM_MS,
  });

export const serverBudgetQuery = (ref: ServerRef) =>
  queryOptions({
    queryKey: [...serverKey(ref), 'budget'],
    queryFn: ({ signal }) => callConsole(underServer(ref, '/budget'), ServerBudget, { signal }),
  });

export const setServerBudget = (ref: ServerRef, monthlyLimit: number | null) =>
  callConsole(underServer(ref, '/budget'), ServerBudget, { method: 'PUT', takes: SetServerBudgetRequest, body: { monthlyLimit } });

export const listEvents = (ref: ServerRef, cursor: string | null) =>
  callPage(underServer(ref, '/events'), ServerEvent, { cursor, limit: 20 });

/** Hours with their totals; each page tells the same totals. */
export const listUsage = (ref: ServerRef, cursor: string | null) =>
  callObjectPage(underServer(ref, '/usage'), ServerUsage, { cursor, limit: 48 });

export const createServer = (accountId: string, body: ConsoleCreateServerRequest, idempotencyKey: string) =>
  callConsole(underAccount(accountId, '/servers'), ServerCreated, {
    method: 'POST',
    takes: ConsoleCreateServerRequest,
    body,
    idempotencyKey,
  });

export const actOnServer = (ref: ServerRef, action: ServerAction) =>
  callConsole(underServer(ref, '/actions'), ServerActionAccepted, { method: 'POST', body: { action } });

export const deleteServer = (ref: ServerRef) => callConsole(underServer(ref), ServerDeleted, { method: 'DELETE' });

export const createConsoleLink = (ref: ServerRef) => callConsole(underServer(ref, '/console-link'), ConsoleLink, { method: 'POST' });
