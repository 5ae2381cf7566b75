import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Restores } from '../../../db/rows.gen.ts';

/** `copyEndsAt`: the last moment that the restored books cover. */
export type RestoreRow = Selectable<Restores>;

/**
 * The last moment that the books cover: when something was last billed, moved or recorded. While a worker runs, the meter's mark alone is
 * at most a minute old.
 */
export async function readBooksEnd(db: Sql | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(billed_through) from meter_marks),
      (select created_at from transfers order by seq desc limit 1),
      (select created_at from audit_entries order by id desc limit 1)
    ) as at
  `.execute(db);
  return rows[0]?.at ?? null;
}

export async function insertRestore(db: Sql | Tx, row: Pick<RestoreRow, 'copyEndsAt' | 'notedAt'>): Promise<RestoreRow> {
  return db.insertInto('restores').values(row).returningAll().executeTakeFirstOrThrow();
}

/** The latest restore; null if nobody has recorded that this database was restored. */
export function findRestore(db: Sql | Tx): Promise<RestoreRow | null> {
  return firstOrNull(db.selectFrom('restores').selectAll().orderBy('id', 'desc').limit(1));
}

/** Whether a server made at that time comes from a restored copy: its row does not say what has happened to it since. */
export async function isOfCopy(db: Sql | Tx, { createdAt }: { createdAt: Date }): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from restores where copy_ends_at >= ${createdAt}) as is
  `.execute(db);
  return rows[0]?.is === true;
}

/** More wishes than any server can have had between a copy and its restore. */
const WISHES_LOST = 1_000_000;

/**
 * Lets the servers of a restored copy continue. Deadlines move by the time that was lost, so work in progress keeps the time it had left.
 * No new wish reuses the number of a lost one: a machine remembers its last reboot by that number, and would not reboot again.
 */
export async function resumeServers(db: Sql | Tx, { ms }: { ms: number }): Promise<void> {
  await sql`
    update servers set intent = intent + ${WISHES_LOST}::integer, deadline_at = deadline_at + ${ms} * interval '1 millisecond'
    where status <> 'DELETED' or converge_at is not null
  `.execute(db);
}

/** Records that an engine was looked at: only the first look since each restore counts. */
export async function noteLook(db: Sql, look: { engine: string; at: Date }): Promise<void> {
  await sql`
    insert into restore_looks (restore_id, engine, looked_at)
    select id, ${look.engine}, ${look.at} from restores
    where not exists (select from restore_looks known where known.restore_id = restores.id and known.engine = ${look.engine})
    on conflict do nothing
  `.execute(db);
}
