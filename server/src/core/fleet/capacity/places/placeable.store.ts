import { RefusalCause, type HostRefusal } from '@boreal/contract/fleet/hosts.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../../db/connect.ts';
import type { MachineType, SystemDisk, WorkDisk } from '../../../../db/rows.gen.ts';

/**
 * What an engine that chooses hosts by itself can still place. Our rows say how many places an operator sells; whether the cloud behind
 * them has room is certain only once a machine is made. So this can only be a reason not to sell.
 */

/** Of `hosts`: whether the engine is not known to refuse a machine with this many GPUs of a pool. */
export function mayTake(gpuCount: number, poolId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select from placeable_gpus most where most.host_id = hosts.id and most.pool_id = ${poolId} and most.gpus < ${gpuCount}::integer)`;
}

/** Of `hosts` and `pools`: this number of GPUs, or fewer if the engine makes no machine with more. */
export function atMostPlaceable(gpus: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`least(${gpus}, (select most.gpus from placeable_gpus most where most.host_id = hosts.id and most.pool_id = pools.id))`;
}

/** A pool's part of a host on which the engine chooses the place, and the sizes of machines sold of its model. */
export interface PlacingHost {
  readonly id: string;
  readonly poolId: string;
  readonly name: string;
  readonly machineType: MachineType;
  readonly gpuModel: string;
  readonly withGpus: boolean;
  readonly systemDisk: SystemDisk | null;
  readonly workDisk: WorkDisk | null;
  /** One size for each number of GPUs, largest first. */
  readonly sizes: readonly {
    readonly gpuCount: number;
    readonly vcores: number;
    readonly ramGb: number;
    readonly storageGb: number;
    readonly localStorageGb: number;
  }[];
}

/** The accepting hosts of an engine, with each of their pools. */
export async function listPlacingHosts(db: Sql, engine: string): Promise<readonly PlacingHost[]> {
  const { rows } = await sql<PlacingHost>`
    select hosts.id, pools.id as pool_id, hosts.name, pools.machine_type, pools.gpu_model, pools.with_gpus,
      pools.system_disk, pools.work_disk, (
      select coalesce(json_agg(size order by size."gpuCount" desc), '[]') from (
        select distinct on (gpu_count) gpu_count as "gpuCount", vcores, ram_gb as "ramGb", storage_gb as "storageGb",
          local_storage_gb as "localStorageGb"
        from plans where plans.gpu_model = pools.gpu_model and plans.purchasable
        order by gpu_count, id
      ) size
    ) as sizes
    from hosts join pools on exists (select from gpus where gpus.host_id = hosts.id and gpus.pool_id = pools.id)
    where pools.engine = ${engine} and hosts.state = 'accepting' and hosts.silent_since is null
    order by hosts.id, pools.id
  `.execute(db);
  return rows;
}

interface Place {
  readonly hostId: string;
  readonly poolId: string;
}

/**
 * Records the largest machine that an engine says it can still place on a host; null: no limit, or it does not say. If it refused a machine
 * after `refusedSince`, the answer can only lower the limit: the engine may overstate what it can place.
 */
export async function notePlaceable(db: Sql, input: Place & { gpus: number | null; refusedSince: Date }): Promise<void> {
  const { hostId, poolId, gpus, refusedSince } = input;
  await sql`
    insert into placeable_gpus as most (host_id, pool_id, gpus) values (${hostId}, ${poolId}, ${gpus}::integer)
    on conflict (host_id, pool_id) do update
      set gpus = case when most.refused_at > ${refusedSince} then least(most.gpus, excluded.gpus) else excluded.gpus end,
        refused_cause = case when most.refused_at > ${refusedSince} then most.refused_cause end,
        refused_words = case when most.refused_at > ${refusedSince} then most.refused_words end
      where most.gpus is distinct from excluded.gpus or most.refused_at <= ${refusedSince} and most.refused_cause is not null
  `.execute(db);
}

/**
 * Records that an engine refused a machine with this many GPUs: nothing as large is sold there for a while. `words`: the engine's own, if
 * any.
 */
export async function noteRefusal(
  tx: Tx,
  { hostId, poolId, gpuCount, at, cause, words }: Place & { gpuCount: number; at: Date; cause: RefusalCause; words: string | null },
): Promise<void> {
  await sql`
    insert into placeable_gpus as most (host_id, pool_id, gpus, refused_at, refused_cause, refused_words)
    values (${hostId}, ${poolId}, ${gpuCount - 1}::integer, ${at}, ${cause}, ${words})
    on conflict (host_id, pool_id) do update set gpus = least(most.gpus, excluded.gpus), refused_at = excluded.refused_at,
      refused_cause = excluded.refused_cause, refused_words = excluded.refused_words
  `.execute(tx);
}

/** What engines can no longer place on these hosts, by host, and why if they refused a machine. */
export async function readRefusals(db: Sql, hostIds: readonly string[]): Promise<ReadonlyMap<string, readonly HostRefusal[]>> {
  const { rows } = await sql<Omit<HostRefusal, 'cause'> & { hostId: string; cause: string | null }>`
    select distinct on (most.host_id, pools.gpu_model) most.host_id, pools.gpu_model, most.gpus, most.refused_cause as cause,
      most.refused_words as words
    from placeable_gpus most join pools on pools.id = most.pool_id
    where most.host_id = any(${[...hostIds]}::text[]) and most.gpus is not null
    order by most.host_id, pools.gpu_model, most.gpus, most.refused_at desc nulls last
  `.execute(db);
  const byHost = Map.groupBy(rows, ({ hostId }) => hostId);
  return new Map([...byHost].map(([hostId, of]) => [hostId, of.map(refusalOf)]));
}

/** A newer version may know other causes; the engine's own words are still shown. */
function refusalOf({ gpuModel, gpus, cause, words }: Omit<HostRefusal, 'cause'> & { cause: string | null }): HostRefusal {
  return { gpuModel, gpus, cause: RefusalCause.nullable().catch(null).parse(cause), words };
}

/** Whether a pool's engine chooses hosts by itself. */
export async function isPlacing(db: Sql | Tx, poolId: string): Promise<boolean> {
  const { rows } = await sql`
    select from pools join engine_traits traits on traits.engine = pools.engine where pools.id = ${poolId} and traits.placement = 'engine'
  `.execute(db);
  return rows.length > 0;
}
