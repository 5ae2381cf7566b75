import { sql } from 'kysely';
import type { Sql, Tx } from '../../db/connect.ts';
import type { Stock } from './capacity.rules.ts';

/** What can still be placed in a region, by GPU model. */
export async function stockByModel(db: Sql | Tx, { region }: { region: string }): Promise<Stock> {
  const { rows } = await sql<{ gpuModel: string; largestFree: bigint; totalFree: bigint }>`
    select pools.gpu_model, max(host.free) as largest_free, sum(host.free)::bigint as total_free
    from pools join (
      select hosts.pool_id, count(*) as free
      from hosts join gpus on gpus.host_id = hosts.id and gpus.server_id is null
      where hosts.state = 'accepting'
      group by hosts.id
    ) host on host.pool_id = pools.id
    where pools.region = ${region}
    group by pools.gpu_model
  `.execute(db);
  return new Map(rows.map((row) => [row.gpuModel, { largestFree: Number(row.largestFree), totalFree: Number(row.totalFree) }]));
}
