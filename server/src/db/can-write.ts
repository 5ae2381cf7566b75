import { sql } from 'kysely';
import type { Sql } from './connect.ts';

/**
 * Writes and commits a row. In a table that is emptied first, so that Postgres has to create a file for it: on a full disk the room
 * left in old files would be misleading.
 * @throws Postgres' own error when it cannot
 */
export async function writeProbe(db: Sql, at: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // What waits for a lock here waits for another process that does the same.
    await sql`truncate write_probe`.execute(tx);
    await tx.insertInto('writeProbe').values({ id: 'probe', writtenAt: at }).execute();
  });
}
