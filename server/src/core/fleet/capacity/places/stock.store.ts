import { sql, type RawBuilder } from 'kysely';
import { usualMinutes } from '@boreal/contract/servers/moves.ts';
import type { Sql, Tx } from '../../../../db/connect.ts';
import { prepared } from '../../../../db/prepared.ts';
import { addressRoomForOne } from '../../addresses/address-rooms.store.ts';
import { provisioningMinutesOf } from '../../engines/engine-traits.store.ts';
import type { Plan, Price } from '../../../money/catalog/plan.ts';
import { priceOf } from '../../../money/prices/price-in-force.store.ts';
import type { PlanSizes, Stock } from '../capacity.rules.ts';
import { kindOf, type PoolsWanted } from './locked-pools.store.ts';
import { atMostPlaceable, mayTake } from './placeable.store.ts';
import { isFree } from '../gpus/free-gpus.store.ts';
import { hasDiskRoom, isEnough, machineRoom, machineRoomWithout, needOfPlan, storageRooms } from './room-for.store.ts';
import { isPreemptible, preemptible } from './spot-gpus.store.ts';

interface StockRow {
  readonly gpuModel: string;
  readonly free: bigint;
  readonly cores: number | null;
  readonly memoryGb: number | null;
  readonly onDemand: bigint;
  readonly onDemandCores: number | null;
  readonly onDemandMemoryGb: number | null;
  readonly systemGb: number | null;
  readonly workGb: number | null;
  readonly shared: boolean;
}

/** What can still be placed in a region, by GPU model. */
export async function stockByModel(db: Sql | Tx, { region }: { region: string }): Promise<Stock> {
  const { rows } = await sql<StockRow>`
    with disks as materialized (${storageRooms})
    select host.*, free_room.cores, free_room.memory_gb, any_room.cores as on_demand_cores, any_room.memory_gb as on_demand_memory_gb,
      system.gb as system_gb, work.gb as work_gb, coalesce(hosts.system_storage = hosts.work_storage, false) as shared
    from hosts join (
      select hosts.id, pools.id as pool_id, pools.gpu_model,
        ${atMostPlaceable(sql`count(*) filter (where ${isFree} and rooms.room is distinct from 0)`)} as free,
        -- Without a free address, a spot server must go for every server that comes.
        ${atMostPlaceable(sql`case when min(rooms.room) = 0 and count(spot.id) = 0 then 0
          else count(*) filter (where gpus.server_id is null or spot.id is not null) end`)} as on_demand
      from pools join gpus on gpus.pool_id = pools.id and gpus.state = 'ok' join hosts on hosts.id = gpus.host_id
      left join (${preemptible}) spot on spot.id = gpus.server_id
      left join (${addressRoomForOne}) rooms on rooms.host_id = hosts.id
      where pools.region = ${region} and hosts.state = 'accepting' and hosts.silent_since is null
      group by hosts.id, pools.id
    ) host on host.id = hosts.id
    cross join lateral (${machineRoom}) free_room
    cross join lateral (${machineRoomWithout(isPreemptible, sql`host.pool_id`)}) any_room
    left join disks system on system.name = hosts.system_storage
    left join disks work on work.name = hosts.work_storage
  `.execute(db);
  const hosts = rows.map((row) => ({
    gpuModel: row.gpuModel,
    free: { gpus: Number(row.free), cores: row.cores, memoryGb: row.memoryGb },
    onDemand: { gpus: Number(row.onDemand), cores: row.onDemandCores, memoryGb: row.onDemandMemoryGb },
    disks: { systemGb: row.systemGb, workGb: row.workGb, shared: row.shared },
  }));
  return Map.groupBy(hosts, ({ gpuModel }) => gpuModel);
}

/**
 * What an account pays for a plan at a given time (null if no price is in force), whether the plan is in stock there (for a server like
 * `serverId`, if given), and how long its machine may take to start.
 */
export async function readOffer(
  db: Sql | Tx,
  of: Pick<PoolsWanted, 'region' | 'engine' | 'serverId'> & {
    plan: Pick<Plan, 'id' | 'gpuModel' | 'gpuCount' | 'spot'> & PlanSizes;
    accountId: string;
    at: Date;
  },
): Promise<{ price: Price | null; inStock: boolean; provisioningMinutes: number }> {
  const { plan, accountId, region, engine, serverId, at } = of;
  const { rows } = await sql<Partial<Price> & { inStock: boolean; provisioningMinutes: number | null }>`
    ${prepared} with ${needOfPlan(plan)}
    select price.hourly_micros, price.monthly_micros, price.annual_micros, ${anyHostHasRoom({ region, engine, serverId: serverId ?? null, plan })} as in_stock,
      ${provisioningMinutesOf({ region, engine, gpuModel: plan.gpuModel })} as provisioning_minutes from (select) one
    left join lateral ${priceOf({ accountId, planId: plan.id, at })} price on true
  `.execute(db);
  const { hourlyMicros, monthlyMicros = null, annualMicros = null, inStock = false, provisioningMinutes } = rows[0] ?? {};
  return {
    price: hourlyMicros == null ? null : { hourlyMicros, monthlyMicros, annualMicros },
    inStock,
    provisioningMinutes: provisioningMinutes ?? usualMinutes.provisioning,
  };
}

/** Computes `hasRoomFor` for the model's stock, but reads only as many hosts as it takes to find one with room. */
function anyHostHasRoom(
  of: Pick<PoolsWanted, 'region' | 'engine'> & { serverId: string | null; plan: Pick<Plan, 'gpuModel' | 'gpuCount' | 'spot'> },
): RawBuilder<boolean> {
  const { region, engine, serverId, plan } = of;
  const { gpuModel, gpuCount } = plan;
  const room = plan.spot
    ? sql`count(*) filter (where ${isFree}) >= ${gpuCount}::integer and rooms.room is distinct from 0`
    : sql`count(*) filter (where gpus.server_id is null or spot.id is not null) >= ${gpuCount}::integer
        and (rooms.room is distinct from 0 or count(spot.id) > 0)`;
  const machineRoomToBe = plan.spot ? machineRoom : machineRoomWithout(isPreemptible, sql`hosts.of_pool`);
  // GPUs first, behind an optimization fence: cores, memory and disks take longer to count, and are counted on one such host after another.
  return sql<boolean>`exists (
    select from (
      select hosts.* from pools cross join lateral (${hostsOfPool}) hosts
      left join (${addressRoomForOne}) rooms on rooms.host_id = hosts.id
      where pools.region = ${region} and pools.gpu_model = ${gpuModel} and (${engine}::text is null or pools.engine = ${engine})
        and pools.machine_type = coalesce(${kindOf(serverId)}, pools.machine_type)
        and hosts.state = 'accepting' and hosts.silent_since is null and ${mayTake(gpuCount, sql`pools.id`)}
        and (select ${room} from gpus left join (${preemptible}) spot on spot.id = gpus.server_id
          where gpus.host_id = hosts.id and gpus.pool_id = hosts.of_pool and gpus.state = 'ok')
      offset 0
    ) hosts
    where exists (select from need, (${machineRoomToBe}) room where ${isEnough}) and ${hasDiskRoom}
  )`;
}

/** The hosts of one of the `pools`: its own, and those of other pools that have GPUs of it, which only pools that share hosts look for. */
const hostsOfPool = sql`
  select hosts.*, pools.id as of_pool from hosts where hosts.pool_id = pools.id
  union all select hosts.*, pools.id from hosts
  where pools.shares_hosts and hosts.pool_id <> pools.id
    and exists (select from gpus where gpus.host_id = hosts.id and gpus.pool_id = pools.id)`;
