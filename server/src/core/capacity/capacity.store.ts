import { sql } from 'kysely';
import type { Sql, Tx } from '../../db/connect.ts';

export interface Placement {
  readonly hostId: string;
  readonly hostName: string;
  readonly slots: number[];
}

/** Locks a model's pools until the transaction ends, always in the same order. */
export async function lockPools(tx: Tx, input: { gpuModel: string; region: string }): Promise<string[]> {
  const rows = await tx
    .selectFrom('pools')
    .select('id')
    .where('gpuModel', '=', input.gpuModel)
    .where('region', '=', input.region)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Gives a server the lowest free cards of the accepting host that has the fewest left over, so that whole hosts stay
 * free for large machines; null when no host has enough. The pools are locked: nobody else takes cards meanwhile.
 */
export async function takeGpus(
  tx: Tx,
  input: { poolIds: readonly string[]; gpuCount: number; serverId: string },
): Promise<Placement | null> {
  const { poolIds, gpuCount, serverId } = input;
  const { rows } = await sql<Placement>`
    with host as (
      select hosts.id, hosts.name
      from hosts join gpus on gpus.host_id = hosts.id and gpus.server_id is null
      where hosts.pool_id = any(${poolIds}::text[]) and hosts.state = 'accepting'
        and not exists (select from gpus held where held.server_id = ${serverId})
      group by hosts.id
      having count(*) >= ${gpuCount}::integer
      order by count(*), hosts.name collate "C"
      limit 1
    ), taken as (
      update gpus set server_id = ${serverId}
      from host
      where gpus.host_id = host.id and gpus.server_id is null and gpus.slot in (
        select free.slot from gpus free
        where free.host_id = host.id and free.server_id is null
        order by free.slot
        limit ${gpuCount}::integer
      )
      returning gpus.slot
    )
    select host.id as host_id, host.name as host_name, array_agg(taken.slot order by taken.slot) as slots
    from host cross join taken
    group by host.id, host.name
  `.execute(tx);
  return rows[0] ?? null;
}

/** Gives a server's cards back. A server that holds none is left as it is. */
export async function releaseGpus(tx: Tx, { serverId }: { serverId: string }): Promise<void> {
  await tx.updateTable('gpus').set({ serverId: null }).where('serverId', '=', serverId).execute();
}

/** The slots, on its host, of the cards a server holds. */
export async function slotsOf(db: Sql | Tx, serverId: string): Promise<number[]> {
  const rows = await db.selectFrom('gpus').select('slot').where('serverId', '=', serverId).orderBy('slot').execute();
  return rows.map((row) => row.slot);
}

export async function findHostName(db: Sql | Tx, hostId: string): Promise<string | null> {
  return (await db.selectFrom('hosts').select('name').where('id', '=', hostId).executeTakeFirst())?.name ?? null;
}

/** The hosts declared for an engine, with their GPU model and number of cards: what a simulated engine pretends to have. */
export async function listEngineHosts(db: Sql | Tx, engine: string): Promise<{ name: string; gpuModel: string; gpuCount: number }[]> {
  const rows = await db
    .selectFrom('hosts')
    .innerJoin('pools', 'pools.id', 'hosts.poolId')
    .innerJoin('gpus', 'gpus.hostId', 'hosts.id')
    .select((eb) => ['hosts.name', 'pools.gpuModel', eb.fn.countAll<bigint>().as('gpuCount')])
    .where('pools.engine', '=', engine)
    .groupBy(['hosts.id', 'pools.gpuModel'])
    .orderBy('hosts.id')
    .execute();
  return rows.map((row) => ({ ...row, gpuCount: Number(row.gpuCount) }));
}
