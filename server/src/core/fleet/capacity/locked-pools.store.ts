import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { engineNamesWithBook } from '../../../engines/engine-stores.ts';

/**
 * A model's pools in a region, locked until the transaction ends: nobody else takes their GPUs or changes the state of a host.
 * Taking GPUs requires one. Only `lockPools` makes one.
 */
export class LockedPools {
  readonly ids: readonly string[];

  private constructor(ids: readonly string[]) {
    this.ids = ids;
  }

  /** One of them. */
  only(id: string): LockedPools {
    return new LockedPools(this.ids.filter((one) => one === id));
  }

  static async lock(tx: Tx, input: { gpuModel: string; region: string }): Promise<LockedPools> {
    const { rows } = await sql<{ id: string }>`
      with pool as (select id, engine from pools where gpu_model = ${input.gpuModel} and region = ${input.region} order by id for update)
      select id, case when engine = any(${[...engineNamesWithBook]}::text[])
        then pg_advisory_xact_lock(hashtextextended('addresses', 0)) end
      from pool
    `.execute(tx);
    return new LockedPools(rows.map((row) => row.id));
  }
}

/**
 * Locks a model's pools, always in the same order, and after them the addresses, if they are ours to assign: hosts of several
 * models share those, and storages. GPUs must be read in a later statement, which sees what the previous holder committed.
 */
export function lockPools(tx: Tx, input: { gpuModel: string; region: string }): Promise<LockedPools> {
  return LockedPools.lock(tx, input);
}
