import { sql, type RawBuilder } from 'kysely';
import type { MachineType } from '../../../../db/rows.gen.ts';
import type { Tx } from '../../../../db/connect.ts';
import { prepared } from '../../../../db/prepared.ts';
import { engineKindsWithBook } from '../../../../engines/engine-stores.ts';

export interface PoolsWanted {
  readonly gpuModel: string;
  readonly region: string;
  /** The only engine that may have the machine, because its disks or its backup are there; null: any. */
  readonly engine: string | null;
  /** The server to place. If it had a machine, or is made from a backup of one, it gets only pools of that kind. Omitted: all pools. */
  readonly serverId?: string;
}

/**
 * A model's pools in a region, all or those of one engine, locked until the transaction ends: nobody else takes their GPUs or changes the
 * state of a host. Taking GPUs requires one, and only `lockPools` makes one.
 */
export class LockedPools {
  readonly ids: readonly string[];

  private constructor(ids: readonly string[]) {
    this.ids = ids;
  }

  /** Only the pool with this id. */
  only(id: string): LockedPools {
    return new LockedPools(this.ids.filter((one) => one === id));
  }

  static async lock(tx: Tx, { gpuModel, region, engine, serverId }: PoolsWanted): Promise<LockedPools> {
    // One after the other, always in the same order, or two sales could deadlock.
    const { rows } = await sql<{ id: string }>`
      ${prepared} with pool as (
        select id, engine, shares_hosts from pools
        where gpu_model = ${gpuModel} and region = ${region} and (${engine}::text is null or engine = ${engine})
          and machine_type = coalesce(${kindOf(serverId ?? null)}, machine_type)
        order by id for update
      ), addresses as materialized (
        select pg_advisory_xact_lock(hashtextextended('addresses', 0)) from (
          select bool_or(engines.kind = any(${[...engineKindsWithBook]}::text[])) as ours from pool join engines on engines.name = pool.engine
        ) one where ours
      ), hosts as materialized (
        select pg_advisory_xact_lock(hashtextextended('mixed hosts in ' || ${region}::text, 0))
        from (select bool_or(shares_hosts) as shared from pool) one, (select count(*) from addresses) first where shared
      )
      -- Both, whatever the order: where no host is shared, Postgres may see that without looking at the addresses.
      select pool.id from pool, (select count(*) from addresses) first, (select count(*) from hosts) last
    `.execute(tx);
    return new LockedPools(rows.map((row) => row.id));
  }
}

/**
 * Locks a model's pools, always in the same order, and then what sales of other models share with these: the addresses, if we assign them,
 * including hosts that share storages, and the region's mixed hosts, if these pools have any. Read GPUs and rooms in a later statement,
 * which sees what the previous holder committed.
 */
export function lockPools(tx: Tx, input: PoolsWanted): Promise<LockedPools> {
  return LockedPools.lock(tx, input);
}

/**
 * The kind of machine that a server last had, or that was backed up if it is made from a backup; null: any. A disk of one kind does not
 * boot as another.
 */
export function kindOf(serverId: string | null): RawBuilder<MachineType | null> {
  return sql`(
    select had.machine_type from servers
    left join backups on backups.id = servers.source_backup_id left join servers saved on saved.id = backups.server_id
    join pools had on had.id = coalesce(servers.pool_id, saved.pool_id) where servers.id = ${serverId})`;
}
