import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import { addressRooms } from '../addresses/address-rooms.store.ts';
import { isFree } from './free-gpus.store.ts';

/** What each accepting host of these pools has for another server, including hosts without a free GPU. */
export async function readHostRooms(
  db: Sql,
  { poolIds }: { poolIds: readonly string[] },
): Promise<{ hostId: string; hostName: string; poolId: string; freeGpus: number; addresses: number | null }[]> {
  const { rows } = await sql<{ hostId: string; hostName: string; poolId: string; freeGpus: bigint; addresses: string | null }>`
    select hosts.id as host_id, hosts.name as host_name, hosts.pool_id, count(gpus.slot) as free_gpus, min(rooms.room)::text as addresses
    from hosts
    left join gpus on gpus.host_id = hosts.id and ${isFree}
    left join (${addressRooms}) rooms on rooms.host_id = hosts.id
    where hosts.pool_id = any(${[...poolIds]}::text[]) and hosts.state = 'accepting' and hosts.silent_since is null
    group by hosts.id
    order by hosts.id
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    freeGpus: Number(row.freeGpus),
    addresses: row.addresses === null ? null : Number(row.addresses),
  }));
}

/** Names of accepting hosts that have free GPUs but cannot sell more for lack of an address. */
export async function hostsWithoutAddress(db: Sql): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select hosts.name from hosts join (${addressRooms}) rooms on rooms.host_id = hosts.id
    where rooms.room = 0 and hosts.state = 'accepting'
      and exists (select from gpus where gpus.host_id = hosts.id and ${isFree})
    order by hosts.name collate "C"
  `.execute(db);
  return rows.map((row) => row.name);
}
