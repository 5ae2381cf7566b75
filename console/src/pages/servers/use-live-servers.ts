import type { ServerState } from '@boreal/contract/servers/console-servers.ts';
import type { ServerSummary } from '@boreal/contract/servers/servers.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serversQuery, serverStatesQuery } from '../../api/servers.ts';
import { useAccountId } from '../../app/account.tsx';

export type LiveServer = ServerSummary & Pick<ServerState, 'task' | 'allowedActions' | 'paidUntil' | 'hourlyRate' | 'labels'>;

/** The list of servers, kept up to date by a small document of what changes. */
export function useLiveServers() {
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const servers = useQuery(serversQuery(accountId));
  const states = useQuery(serverStatesQuery(accountId));
  // A server was made or deleted: the list itself is read again.
  const known = servers.data === undefined ? null : idsOf(servers.data);
  const present = states.data === undefined ? null : idsOf(states.data);
  useEffect(() => {
    if (known !== null && present !== null && known !== present) void queryClient.invalidateQueries(serversQuery(accountId));
  }, [known, present, queryClient, accountId]);
  const byId = new Map(states.data?.map((state) => [state.id, state]));
  const live = servers.data
    ?.filter(({ id }) => states.data === undefined || byId.has(id))
    .map((server): LiveServer => ({ ...atRest(server), ...byId.get(server.id) }));
  return { query: servers, live };
}

/** A server of which nothing more is known, or changes. */
export const atRest = (server: ServerSummary): LiveServer => ({
  ...server,
  task: null,
  allowedActions: [],
  paidUntil: null,
  hourlyRate: null,
  labels: [],
});

const idsOf = (rows: readonly { id: string }[]) =>
  rows
    .map(({ id }) => id)
    .toSorted()
    .join();
