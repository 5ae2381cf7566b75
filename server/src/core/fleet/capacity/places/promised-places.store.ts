import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../../db/connect.ts';
import type { Needed } from './choose-victims.rules.ts';
import type { LockedPools } from './locked-pools.store.ts';

/**
 * Promises a server a place on a host, which spot servers will vacate once its card is charged. The server's row names the host's engine
 * from now on, so that deleting the server meanwhile asks that engine.
 */
export async function promisePlace(tx: Tx, { serverId, hostId, at }: { serverId: string; hostId: string; at: Date }): Promise<void> {
  await sql`
    with promised as (
      insert into promised_places (server_id, promised_at) values (${serverId}, ${at})
      on conflict (server_id) do update set promised_at = excluded.promised_at
    )
    update servers set engine = hosts.engine from hosts where servers.id = ${serverId} and hosts.id = ${hostId}
  `.execute(tx);
}

/** Ends the promise: the card was charged, or never will be. Returns whether there was one. */
export async function endPromise(tx: Tx, serverId: string): Promise<boolean> {
  const ended = await tx.deleteFrom('promisedPlaces').where('serverId', '=', serverId).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** The places in these pools promised to servers other than this one, until those are launched or dropped. */
export async function listPromised(tx: Tx, pools: LockedPools, { exceptServerId }: { exceptServerId: string }): Promise<readonly Needed[]> {
  const { rows } = await sql<Needed>`
    select plans.gpu_count, plans.vcores, plans.ram_gb ${promisedToOthers(pools, exceptServerId)} order by servers.id
  `.execute(tx);
  return rows;
}

/** The servers that are promised places in these pools, other than one. */
export function promisedToOthers(pools: LockedPools, serverId: string): RawBuilder<unknown> {
  return sql`
    from promised_places promised
    join servers on servers.id = promised.server_id and servers.status <> 'DELETED' and servers.goal <> 'running' and servers.id <> ${serverId}::text
    join plans on plans.id = servers.plan_id
    where exists (
      select from pools
      where pools.id = any(${[...pools.ids]}::text[]) and pools.gpu_model = plans.gpu_model and pools.region = servers.region
    )`;
}
