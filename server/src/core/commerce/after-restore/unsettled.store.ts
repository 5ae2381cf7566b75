import { sql, type Insertable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import type { Settlements } from '../../../db/rows.gen.ts';

/** A silent host counts as lost at the second look, and a look may take a while. */
const FIRST_LOOK_MS = 15 * MINUTE_MS;

export interface UnsettledRow {
  readonly serverId: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly name: string;
  readonly status: string;
  readonly intent: number;
}

const COLUMNS = sql.raw(
  's.id as server_id, s.account_id, a.name as account_name, s.name, s.status, s.intent from servers s join accounts a on a.id = s.account_id',
);

/**
 * Servers of an engine whose machine was missing, or whose host was silent, at the first look after a restore. A server that its customer
 * has deleted since counts if its machine was missing.
 */
export async function selectMissing(db: Sql, of: { engine: string; restoreId: bigint }): Promise<readonly UnsettledRow[]> {
  const { rows } = await sql<UnsettledRow>`
    select ${COLUMNS}
    join restores r on r.id = ${of.restoreId} and s.created_at <= r.copy_ends_at
    join restore_looks l on l.restore_id = r.id and l.engine = s.engine
    where s.engine = ${of.engine} and (s.status = 'ERROR' or (s.status = 'DELETED' and s.deleted_at > r.copy_ends_at))
      and not exists (select from settlements t where t.server_id = s.id and t.restore_id = r.id)
      and exists (
        select from server_events e where e.server_id = s.id and e.type = 'server.error' and e.data ->> 'was' <> 'deploying'
          and e.data ->> 'reason' in ('MACHINE_LOST', case when s.status = 'ERROR' then 'HOST_LOST' end)
          and e.created_at > r.copy_ends_at and e.created_at <= l.looked_at + ${FIRST_LOOK_MS} * interval '1 millisecond'
      )
    order by s.account_id, s.id
  `.execute(db);
  return rows;
}

/**
 * Servers, among those whose machines are hibernated, that according to their rows are running with nothing in progress, and that the copy
 * knows.
 */
export async function selectUpAtRest(
  db: Sql,
  of: { engine: string; restoreId: bigint; serverIds: readonly string[] },
): Promise<readonly UnsettledRow[]> {
  if (of.serverIds.length === 0) return [];
  const { rows } = await sql<UnsettledRow>`
    select ${COLUMNS}
    join restores r on r.id = ${of.restoreId} and s.created_at <= r.copy_ends_at
    where s.id = any(${[...of.serverIds]}::text[]) and s.engine = ${of.engine} and s.status in ('ACTIVE', 'STOPPED')
      and s.task is null and s.converge_at is null
      and not exists (select from settlements t where t.server_id = s.id and t.restore_id = r.id)
    order by s.account_id, s.id
  `.execute(db);
  return rows;
}

/** Which of these servers have finished backups according to our rows, and which backups. */
export async function selectReadyBackups(db: Sql, serverIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('backups')
    .select(['id', 'serverId'])
    .where('serverId', 'in', serverIds)
    .where('status', '=', 'ready')
    .execute();
  return new Map(rows.map(({ id, serverId }) => [id, serverId]));
}

export async function findSettlement(tx: Tx, of: { serverId: string; restoreId: bigint }): Promise<boolean> {
  const row = await tx
    .selectFrom('settlements')
    .select('serverId')
    .where('serverId', '=', of.serverId)
    .where('restoreId', '=', of.restoreId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSettlement(tx: Tx, row: Insertable<Settlements>): Promise<void> {
  await tx.insertInto('settlements').values(row).execute();
}
