import { sql, type Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Restores } from '../../../db/rows.gen.ts';

/** `copyEndsAt`: up to when the restored books go. */
export type RestoreRow = Selectable<Restores>;

/**
 * The last moment of which the books tell: what was billed, moved or recorded last. While a worker runs, the meter's mark alone is no
 * older than a minute.
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

/** The latest; null: this database was never restored, as far as anybody has said. */
export function findRestore(db: Sql | Tx): Promise<RestoreRow | null> {
  return firstOrNull(db.selectFrom('restores').selectAll().orderBy('id', 'desc').limit(1));
}

/** Whether a server that was made then is of a copy that was restored: what became of it since, its row does not say. */
export async function isOfCopy(db: Sql | Tx, { createdAt }: { createdAt: Date }): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from restores where copy_ends_at >= ${createdAt}) as is
  `.execute(db);
  return rows[0]?.is === true;
}

/** More wishes than any server has had between a copy and its restore. */
const WISHES_LOST = 1_000_000;

/**
 * Lets the servers of a restored copy go on. What is in progress has as long as it had left: the time between was not given to it. And
 * no wish has the number of one that was lost: a machine remembers its last reboot by that, and would not reboot again.
 */
export async function resumeServers(db: Sql | Tx, { ms }: { ms: number }): Promise<void> {
  await sql`
    update servers set intent = intent + ${WISHES_LOST}::integer, deadline_at = deadline_at + ${ms} * interval '1 millisecond'
    where status <> 'DELETED' or converge_at is not null
  `.execute(db);
}

/** An engine was looked at: the first time since each restore counts. */
export async function noteLook(db: Sql, look: { engine: string; at: Date }): Promise<void> {
  await sql`
    insert into restore_looks (restore_id, engine, looked_at)
    select id, ${look.engine}, ${look.at} from restores
    where not exists (select from restore_looks known where known.restore_id = restores.id and known.engine = ${look.engine})
    on conflict do nothing
  `.execute(db);
}
