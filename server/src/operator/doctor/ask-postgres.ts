import { join } from 'node:path';
import type { Config } from '../../config.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** A statement as root types it on the database's machine. It must not contain single quotes. */
export function askPostgres(place: Place, statement: string): string {
  return place.databaseUrl === null
    ? `psql "${ownUrl(place)}" -c "${statement}"`
    : `su postgres -c 'psql -d ${databaseOf(place.databaseUrl)} -c "${statement}"'`;
}

/** Frees transaction numbers, by the same means. */
export function freezePostgres(place: Place): string {
  return place.databaseUrl === null ? `vacuumdb --freeze "${ownUrl(place)}"` : `su postgres -c 'vacuumdb --all --freeze'`;
}

/** Boreal's own Postgres has a new address at each start. */
function ownUrl({ dataDir }: Place): string {
  return `$(grep -o 'postgres[^"]*' ${join(dataDir, 'database.json')})`;
}

function databaseOf(url: string): string {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  return /^[\w-]+$/.test(name) ? name : 'boreal';
}
