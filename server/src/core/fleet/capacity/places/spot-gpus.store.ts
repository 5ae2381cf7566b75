import { sql } from 'kysely';
import type { Tx } from '../../../../db/connect.ts';
import { addressRoomForOne } from '../../addresses/address-rooms.store.ts';
import type { HostShare, SpotHolder } from './choose-victims.rules.ts';
import type { LockedPools } from './locked-pools.store.ts';
import { mayTake } from './placeable.store.ts';
import { hasDiskRoom, machineRoom, machineRoomWithout, needOfServer } from './room-for.store.ts';

/**
 * The servers that may be preempted for on-demand servers: spot servers that hold GPUs and are not about to release them. A server being
 * backed up is spared until its backup is made, and one in ERROR may be on a lost host.
 */
export const isPreemptible = sql<boolean>`plans.spot and servers.status in ('PROVISIONING', 'ACTIVE', 'STOPPED', 'REBOOTING')
    and servers.goal in ('running', 'stopped') and servers.task is distinct from 'backing_up'`;

export const preemptible = sql`
  select servers.id, servers.account_id, plans.vcores, plans.ram_gb
  from servers join plans on plans.id = servers.plan_id
  where ${isPreemptible}`;

/**
 * What each accepting host of these pools has for an on-demand server, by pool. Omits hosts that have nothing for it or no room for its
 * disks: preempted servers keep theirs.
 */
export async function readHostShares(
  tx: Tx,
  pools: LockedPools,
  { gpuCount, serverId }: { gpuCount: number; serverId: string },
): Promise<readonly HostShare[]> {
  const { rows } = await sql<{
    hostId: string;
    poolId: string;
    hostName: string;
    serverId: string | null;
    accountId: string | null;
    vcores: number | null;
    ramGb: number | null;
    gpus: bigint;
    takenAt: Date | null;
    awaitsAddress: boolean;
    cores: number | null;
    memoryGb: number | null;
    coresNow: number | null;
    memoryGbNow: number | null;
  }>`
    with ${needOfServer(serverId)}
    select share.*, later.cores, later.memory_gb, now.cores as cores_now, now.memory_gb as memory_gb_now
    from hosts join (
      select hosts.id as host_id, gpus.pool_id, hosts.name as host_name, gpus.server_id, spot.account_id, spot.vcores, spot.ram_gb, count(*) as gpus,
        max(gpus.taken_at) as taken_at, coalesce(min(rooms.room) = 0, false) as awaits_address
      from hosts join gpus on gpus.host_id = hosts.id and gpus.state = 'ok'
      left join (${preemptible}) spot on spot.id = gpus.server_id
      left join (${addressRoomForOne}) rooms on rooms.host_id = hosts.id
      where gpus.pool_id = any(${[...pools.ids]}::text[]) and hosts.state = 'accepting'
        and hosts.silent_since is null and ${mayTake(gpuCount, sql`gpus.pool_id`)} and (gpus.server_id is null or spot.id is not null)
      group by hosts.id, gpus.pool_id, gpus.server_id, spot.account_id, spot.vcores, spot.ram_gb
    ) share on share.host_id = hosts.id
    cross join lateral (${machineRoomWithout(sql`false`, sql`share.pool_id`)}) later
    cross join lateral (${machineRoom}) now
    where ${hasDiskRoom}
  `.execute(tx);
  return [...Map.groupBy(rows, (row) => `${row.hostId} ${row.poolId}`).values()].flatMap((ofHost): HostShare[] => {
    const [first] = ofHost;
    if (!first) return [];
    const spot: SpotHolder[] = [];
    let open = 0;
    for (const { serverId, accountId, gpus, takenAt, vcores, ramGb } of ofHost) {
      if (serverId === null || accountId === null) open += Number(gpus);
      else spot.push({ serverId, accountId, gpus: Number(gpus), vcores: vcores ?? 0, ramGb: ramGb ?? 0, takenAt: takenAt ?? new Date(0) });
    }
    const { hostId, poolId, hostName, awaitsAddress, cores, memoryGb, coresNow, memoryGbNow } = first;
    const room = { cores, memoryGb };
    return [{ hostId, poolId, hostName, open, room, roomNow: { cores: coresNow, memoryGb: memoryGbNow }, awaitsAddress, spot }];
  });
}

/** Locks those of the servers that may still be preempted, in the order of their ids; omits the others. */
export async function lockPreemptible(tx: Tx, serverIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    ${preemptible} and servers.id = any(${[...serverIds]}::text[])
    order by servers.id
    for update of servers
  `.execute(tx);
  return rows.map((row) => row.id);
}
