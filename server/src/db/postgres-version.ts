import type pg from 'pg';

/** Major versions of Postgres: the oldest that Boreal works on, and the newest that it is tested with. */
export const OLDEST_POSTGRES = 15;
export const NEWEST_POSTGRES = 18;

/** A database that Boreal cannot work on. */
export class UnfitPostgres extends Error {
  constructor(why: string) {
    super(`${why} Nothing was changed.`);
    this.name = 'UnfitPostgres';
  }
}

/** @throws UnfitPostgres */
export async function requireFitPostgres(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    "select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding",
  );
  const why = unfitBecause({ major: Math.floor(Number(rows[0]?.version) / 10_000), encoding: rows[0]?.encoding ?? '' });
  if (why !== null) throw new UnfitPostgres(why);
}

/** The reason as a sentence; null for a database that Boreal works on. */
export function unfitBecause({ major, encoding }: { major: number; encoding: string }): string | null {
  if (major < OLDEST_POSTGRES) return `Postgres ${major} is too old: Boreal needs ${OLDEST_POSTGRES} or later.`;
  if (encoding !== 'UTF8') {
    return `The database's encoding is ${encoding}, which cannot hold every name. Make one with: createdb --encoding UTF8 --template template0 boreal`;
  }
  return null;
}
