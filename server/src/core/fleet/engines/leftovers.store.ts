import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

/** Of `servers`: deleted, or given up before it ever ran, with nothing in progress. It will never need anything again. */
const isOver = sql<boolean>`(servers.goal = 'gone' and servers.converge_at is null and servers.status in ('DELETED', 'ERROR'))`;

/** What our rows say about the servers whose leftovers were found on an engine; leaves out unknown servers and those of other engines. */
export async function readOwners(db: Sql, engine: string, serverIds: readonly string[]): Promise<ReadonlyMap<string, 'over' | 'needed'>> {
  if (serverIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; over: boolean }>`
    select id, ${isOver} as over from servers where id = any(${[...serverIds]}::text[]) and coalesce(engine = ${engine}, true)
  `.execute(db);
  return new Map(rows.map(({ id, over }) => [id, over ? 'over' : 'needed']));
}

/** Addresses that an engine's servers still hold although they are over. */
export async function listHeldForNothing(
  db: Sql,
  engine: string,
): Promise<readonly { ip: string; serverId: string; hostName: string | null }[]> {
  const { rows } = await sql<{ ip: string; serverId: string; hostName: string | null }>`
    select host(addresses.ip) as ip, addresses.server_id, addresses.host_name
    from addresses join servers on servers.id = addresses.server_id
    where ${isOver} and servers.engine = ${engine}
    order by addresses.ip
  `.execute(db);
  return rows;
}
