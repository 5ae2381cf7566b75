import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

/** Those of these ids that belong to no server or backup we ever had. */
export async function withoutRow(db: Sql, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${[...ids]}::text[]) as found (id)
    where not exists (select from servers where servers.id = found.id collate "C")
      and not exists (select from backups where backups.id = found.id collate "C")
  `.execute(db);
  return new Set(rows.map((row) => row.id));
}
