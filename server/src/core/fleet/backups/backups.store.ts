import { sql, type Insertable, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Backups } from '../../../db/rows.gen.ts';

/** The failure code of an automatic backup that could not begin in time. */
export const MISSED = 'MISSED';

export type BackupRow = Selectable<Backups>;

/** False if the server has already had a backup for that date. */
export async function insertBackup(tx: Tx, row: Insertable<Backups>): Promise<boolean> {
  const inserted = tx
    .insertInto('backups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['serverId', 'localDate']).doNothing());
  return (await inserted.returning('id').executeTakeFirst()) !== undefined;
}

/** Whether a server's latest backup was missed: it could not begin in time. A deleted backup counts. */
export async function wasLastMissed(tx: Tx, serverId: string): Promise<boolean> {
  const last = tx.selectFrom('backups').select('failure').where('serverId', '=', serverId).orderBy('id', 'desc').limit(1);
  return (await last.executeTakeFirst())?.failure === MISSED;
}

/** A server's backup, unless it is gone; locked until the transaction ends. */
export function lockBackup(tx: Tx, input: { serverId: string; backupId: string }): Promise<BackupRow | null> {
  return firstOrNull(oneBackup(tx, input).forUpdate());
}

export function findBackup(db: Sql | Tx, input: { serverId: string; backupId: string }): Promise<BackupRow | null> {
  return firstOrNull(oneBackup(db, input));
}

function oneBackup(db: Sql | Tx, input: { serverId: string; backupId: string }) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('id', '=', input.backupId)
    .where('serverId', '=', input.serverId)
    .where('status', '<>', 'deleted');
}

/** A server's backups, newest first, without those that are gone. */
export async function listBackups(db: Sql | Tx, serverId: string): Promise<readonly BackupRow[]> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('serverId', '=', serverId)
    .where('status', '<>', 'deleted')
    .orderBy('id', 'desc')
    .execute();
}

/** Manual backups that count towards the limit: ready or being made. */
export async function countManualBackups(tx: Tx, serverId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('backups')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('serverId', '=', serverId)
    .where('kind', '=', 'manual')
    .where('status', 'in', ['creating', 'ready'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The latest Toronto date on which an automatic backup began, whatever its outcome. */
export async function lastLocalDate(tx: Tx, serverId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('backups')
    .select((eb) => eb.fn.max('localDate').as('localDate'))
    .where('serverId', '=', serverId)
    .executeTakeFirst();
  return row?.localDate ?? null;
}

/** Ends the creation of a backup; null if it had already ended. */
export async function endCreation(
  tx: Tx,
  input: { backupId: string; at: Date; result: { status: 'ready'; sizeGb: number | null } | { status: 'failed'; failure: string } },
): Promise<BackupRow | null> {
  const ended = await tx
    .updateTable('backups')
    .set({ ...input.result, finishedAt: input.at })
    .where('id', '=', input.backupId)
    .where('status', '=', 'creating')
    .returningAll()
    .executeTakeFirst();
  return ended ?? null;
}

/** Backups being deleted that their engine may remove, because no server is waiting to be made from them. */
export async function listRemovable(db: Sql, input: { engine: string; after: string; limit: number }): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('backups')
    .innerJoin('servers as source', 'source.id', 'backups.serverId')
    .select('backups.id')
    .where('source.engine', '=', input.engine)
    .where('backups.status', '=', 'deleting')
    .where('backups.id', '>', input.after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('servers')
            .select('servers.id')
            .whereRef('servers.sourceBackupId', '=', 'backups.id')
            .where('servers.firstActiveAt', 'is', null)
            .where('servers.goal', '=', 'running'),
        ),
      ),
    )
    .orderBy('backups.id')
    .limit(input.limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function markDeleted(db: Sql, input: { backupId: string; at: Date }): Promise<void> {
  await db
    .updateTable('backups')
    .set({ status: 'deleted', deletedAt: input.at })
    .where('id', '=', input.backupId)
    .where('status', '=', 'deleting')
    .execute();
}

/**
 * Which of these backups on an engine to remove: those that our rows say are deleted or left by a failed attempt. Never one whose server is
 * on another engine, nor one without a row.
 */
export async function finishedBackups(db: Sql, engine: string, backupIds: readonly string[]): Promise<readonly string[]> {
  if (backupIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...backupIds]}::text[]) as stored (id)
    where exists (
      select from backups b join servers on servers.id = b.server_id
      where b.id = stored.id collate "C" and b.status not in ('creating', 'ready', 'deleting') and servers.engine = ${engine}
    )
  `.execute(db);
  return rows.map((row) => row.id);
}

/** The sweep removes it from the engine. */
export async function markDeleting(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('backups').set({ status: 'deleting' }).where('id', '=', id).execute();
}
