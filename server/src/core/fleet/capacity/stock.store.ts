import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { addressRooms } from '../addresses/address-rooms.store.ts';
import type { Plan, Price } from '../../money/catalog/plan.ts';
import { priceOf } from '../../money/prices/price-in-force.store.ts';
import type { Stock } from './capacity.rules.ts';
import { isFree } from './free-gpus.store.ts';
import { preemptible } from './spot-gpus.store.ts';

interface StockRow {
  readonly gpuModel: string;
  readonly largestFree: bigint;
  readonly totalFree: bigint;
  readonly largestOnDemand: bigint;
}

/** What can still be placed in a region, by GPU model. */
export async function stockByModel(db: Sql | Tx, { region }: { region: string }): Promise<Stock> {
  const { rows } = await sql<StockRow>`
    select pools.gpu_model, max(host.free) as largest_free, sum(host.free)::bigint as total_free, max(host.on_demand) as largest_on_demand
    from pools join (
      select hosts.pool_id,
        count(*) filter (where ${isFree} and rooms.room is distinct from 0) as free,
        -- Without a free address, a spot server must go for every server that comes.
        case when min(rooms.room) = 0 and count(spot.id) = 0 then 0
          else count(*) filter (where gpus.server_id is null or spot.id is not null) end as on_demand
      from hosts join gpus on gpus.host_id = hosts.id and gpus.state = 'ok'
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

/** What an account pays for a plan at a given time, null without a price in force, and whether the plan is in stock. */
export async function readOffer(
  db: Sql | Tx,
  of: { plan: Pick<Plan, 'id' | 'gpuModel' | 'gpuCount' | 'spot'>; accountId: string; region: string; at: Date },
): Promise<{ price: Price | null; inStock: boolean }> {
  const { plan, accountId, region, at } = of;
  const { rows } = await sql<Partial<Price> & { inStock: boolean }>`
    select price.*, ${anyHostHasRoom({ region, plan })} as in_stock from (select) one
    left join lateral ${priceOf({ accountId, planId: plan.id, at })} price on true
  `.execute(db);
  const { hourlyMicros, monthlyMicros = null, annualMicros = null, inStock = false } = rows[0] ?? {};
  return { price: hourlyMicros == null ? null : { hourlyMicros, monthlyMicros, annualMicros }, inStock };
}

/** What `hasRoomFor` says of the model's stock, without reading more hosts than it takes to find one with room. */
function anyHostHasRoom({ region, plan }: { region: string; plan: Pick<Plan, 'gpuModel' | 'gpuCount' | 'spot'> }): RawBuilder<boolean> {
  const { gpuModel, gpuCount } = plan;
  const room = plan.spot
    ? sql`count(*) filter (where ${isFree}) >= ${gpuCount}::integer and rooms.room is distinct from 0`
    : sql`count(*) filter (where gpus.server_id is null or spot.id is not null) >= ${gpuCount}::integer
        and (rooms.room is distinct from 0 or count(spot.id) > 0)`;
  return sql<boolean>`exists (
    select from pools join hosts on hosts.pool_id = pools.id
    left join (${addressRooms}) rooms on rooms.host_id = hosts.id
    where pools.region = ${region} and pools.gpu_model = ${gpuModel} and hosts.state = 'accepting' and hosts.silent_since is null
      and (select ${room} from gpus left join (${preemptible}) spot on spot.id = gpus.server_id
        where gpus.host_id = hosts.id and gpus.state = 'ok')
  )`;
}
