import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import type { Selectable } from 'kysely';
import type { Sql } from '../../../../db/connect.ts';
import type { ServerEvents, Servers } from '../../../../db/rows.gen.ts';
import { containing } from '../../../ground/search.rules.ts';

/** A server as an operator sees it: its account, where it runs, and what it waits for. */
export interface ServerListing extends Pick<
  Selectable<Servers>,
  'id' | 'name' | 'accountId' | 'planId' | 'status' | 'task' | 'ipv4' | 'sshPort' | 'hostId' | 'waitReason' | 'createdAt'
> {
  readonly accountName: string;
  readonly hostName: string | null;
}

/** Servers of every account, or of one, oldest first; deleted ones only when requested by status. */
export function selectAllServers(
  db: Sql,
  of: {
    accountId: string | undefined;
    status: ServerStatus | undefined;
    search: string | undefined;
    after: string | null;
    limit: number;
  },
): Promise<ServerListing[]> {
  const { accountId, status, search, after, limit } = of;
  let query = db
    .selectFrom('servers as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .leftJoin('hosts as h', 'h.id', 's.hostId')
    .select(['s.id', 's.name', 's.accountId', 'a.name as accountName', 's.planId', 's.status', 's.task', 's.ipv4', 's.sshPort'])
    .select(['s.hostId', 'h.name as hostName', 's.waitReason', 's.createdAt'])
    .where('s.status', status === undefined ? '<>' : '=', status ?? 'DELETED')
    .orderBy('s.id')
    .limit(limit);
  if (accountId !== undefined) query = query.where('s.accountId', '=', accountId);
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('s.id', '=', search), eb('s.name', 'ilike', containing(search)), eb('s.ipv4', '=', search), eb('s.ipv6', '=', search)]),
    );
  }
  if (after !== null) query = query.where('s.id', '>', after);
  return query.execute();
}

/** An account's servers that are not deleted, oldest first, with the fields that change while somebody watches. */
export function selectServerStates(db: Sql, { accountId, limit }: { accountId: string; limit: number }) {
  return db
    .selectFrom('servers')
    .select(['id', 'name', 'status', 'task', 'ipv4', 'sshPort', 'updatedAt', 'firstActiveAt', 'paidUntil', 'planId', 'billingCycle'])
    .where('accountId', '=', accountId)
    .where('status', '<>', 'DELETED')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Those of the newest servers that run, and the engines that have their machines. */
export function selectNewestRunning(db: Sql, { accountId, among }: { accountId: string; among: number }) {
  return db
    .selectFrom((inner) =>
      inner
        .selectFrom('servers')
        .select(['id', 'engine', 'status'])
        .where('accountId', '=', accountId)
        .where('status', '<>', 'DELETED')
        .orderBy('id', 'desc')
        .limit(among)
        .as('newest'),
    )
    .select(['id', 'engine'])
    .where('status', '=', 'ACTIVE')
    .execute();
}

/** A server's activity log, newest first. */
export function selectServerEvents(
  db: Sql,
  { accountId, serverId, before, limit }: { accountId: string; serverId: string; before: string | null; limit: number },
): Promise<Selectable<ServerEvents>[]> {
  let query = db
    .selectFrom('serverEvents')
    .selectAll()
    .where('serverId', '=', serverId)
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (before !== null) query = query.where('id', '<', before);
  return query.execute();
}
