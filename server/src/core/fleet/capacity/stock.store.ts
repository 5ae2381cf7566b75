import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { addressRooms } from '../addresses/address-rooms.store.ts';
import type { Stock } from './capacity.rules.ts';
import { preemptible } from './spot-cards.store.ts';

/** What can still be placed in a region, by GPU model. */
export async function stockByModel(db: Sql | Tx, { region }: { region: string }): Promise<Stock> {
  const { rows } = await sql<{ gpuModel: string; largestFree: bigint; totalFree: bigint; largestOnDemand: bigint }>`
    select pools.gpu_model, max(host.free) as largest_free, sum(host.free)::bigint as total_free, max(host.on_demand) as largest_on_demand
    from pools join (
      select hosts.pool_id,
        count(*) filter (where gpus.server_id is null and gpus.leaving_server_id is null and rooms.room is distinct from 0) as free,
        -- Without a free address, a spot server must go for every server that comes.
        case when min(rooms.room) = 0 and count(spot.id) = 0 then 0
          else count(*) filter (where gpus.server_id is null or spot.id is not null) end as on_demand
      from hosts join gpus on gpus.host_id = hosts.id
      left join (${preemptible}) spot on spot.id = gpus.server_id
      left join (${addressRooms}) rooms on rooms.host_id = hosts.id
      where hosts.state = 'accepting' and hosts.silent_since is null
      group by hosts.id
    ) host on host.pool_id = pools.id
    where pools.region = ${region}
    group by pools.gpu_model
  `.execute(db);
  return new Map(
    rows.map(({ gpuModel, largestFree, totalFree, largestOnDemand }) => [
      gpuModel,
      { largestFree: Number(largestFree), totalFree: Number(totalFree), largestOnDemand: Number(largestOnDemand) },
    ]),
  );
}
