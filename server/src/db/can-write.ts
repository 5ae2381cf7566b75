import { sql } from 'kysely';
import type { Sql } from './connect.ts';

/**
 * Writes and commits a row, in a table that is emptied first so that Postgres has to create a file: on a full disk, free space left in old
 * files would be misleading.
 * @throws Postgres' own error when it cannot
 */
export async function writeProbe(db: Sql, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A lock is held here only by another process doing the same.
    await sql`truncate write_probe`.execute(tx);
    await tx.insertInto('writeProbe').values({ id: 'probe', writtenAt: at }).execute();
  });
}
