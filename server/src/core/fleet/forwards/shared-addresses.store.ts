import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { isSsh, type SharedAddress } from './public-ports.store.ts';

export interface SharingHost {
  readonly id: string;
  readonly name: string;
  /** The kind of its engine. */
  readonly kind: string;
}

/** The hosts with a name, or the one with that id; all of them if it is null. */
export async function findSharingHosts(tx: Tx, name: string | null): Promise<SharingHost[]> {
  const { rows } = await sql<SharingHost>`
    select hosts.id, hosts.name, engines.kind from hosts join engines on engines.name = hosts.engine
    where ${name}::text is null or hosts.name = ${name} or hosts.id = ${name} order by hosts.name collate "C"
  `.execute(tx);
  return rows;
}

/**
 * A server that has GPUs of a host, or whose machine has yet to leave some; null if there is none. Waits for servers that are being placed
 * there.
 */
export async function lockServerOn(tx: Tx, hostId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select coalesce(server_id, leaving_server_id, orphan_id) as id from gpus where host_id = ${hostId} order by slot for update
  `.execute(tx);
  return rows.find(({ id }) => id !== null)?.id ?? null;
}

export async function insertSharedAddress(tx: Tx, row: SharedAddress & { at: Date }): Promise<void> {
  await sql`
    insert into shared_addresses (host_id, ip, listen_ip, created_at)
    values (${row.hostId}, ${row.ip}::inet, ${row.listenIp}::inet, ${row.at})
  `.execute(tx);
}

/** Deletes a host's shared address and its ports. */
export async function deleteSharedAddress(tx: Tx, hostId: string): Promise<void> {
  await sql`delete from shared_addresses where host_id = ${hostId}`.execute(tx);
}

/** A range of ports, both ends included. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** Sets the host's ports to those of the range: deletes others that no server has, and adds missing ones unless another host has them. */
export async function setPorts(tx: Tx, of: { hostId: string; ip: string; ports: PortRange }): Promise<{ added: number; removed: number }> {
  const { hostId, ip, ports } = of;
  const removed = await sql`
    delete from public_ports where host_id = ${hostId} and port not between ${ports.first} and ${ports.last} and server_id is null
  `.execute(tx);
  const added = await sql`
    insert into public_ports (ip, port, host_id)
    select ${ip}::inet, port, ${hostId} from generate_series(${ports.first}::integer, ${ports.last}::integer) port
    on conflict (ip, port) do nothing
  `.execute(tx);
  return { added: Number(added.numAffectedRows ?? 0n), removed: Number(removed.numAffectedRows ?? 0n) };
}

/** The servers that have ports of a host; with `outside`, only those with ports beyond a range. */
export async function serversWithPorts(tx: Tx, { hostId, outside }: { hostId: string; outside?: PortRange }): Promise<string[]> {
  const where = outside === undefined ? sql`true` : sql`port not between ${outside.first} and ${outside.last}`;
  const { rows } = await sql<{ serverId: string }>`
    select distinct server_id from public_ports where host_id = ${hostId} and server_id is not null and ${where} order by server_id
  `.execute(tx);
  return rows.map(({ serverId }) => serverId);
}

/** Another host that has a port of the range on an address; null if there is none. */
export async function otherSharer(tx: Tx, of: { hostId: string; ip: string; ports: PortRange }): Promise<string | null> {
  const { hostId, ip, ports } = of;
  const { rows } = await sql<{ name: string }>`
    select hosts.name from public_ports join hosts on hosts.id = public_ports.host_id
    where ip = ${ip}::inet and port between ${ports.first} and ${ports.last} and host_id <> ${hostId} order by port limit 1
  `.execute(tx);
  return rows[0]?.name ?? null;
}

/** A shared address as operators see it. */
export interface SharedAddressUse extends SharedAddress {
  readonly hostName: string;
  readonly first: number;
  readonly last: number;
  readonly servers: number;
  readonly held: number;
  readonly free: number;
}

export async function listSharedAddresses(db: Sql): Promise<SharedAddressUse[]> {
  const { rows } = await sql<SharedAddressUse & { servers: bigint; held: bigint; free: bigint }>`
    select shared_addresses.host_id, hosts.name as host_name, host(shared_addresses.ip) as ip, host(listen_ip) as listen_ip,
      min(port) as first, max(port) as last, count(*) filter (where server_id is null) as free,
      count(*) filter (where server_id is not null) as held, count(*) filter (where ${isSsh(sql`public_ports`)}) as servers
    from shared_addresses join hosts on hosts.id = shared_addresses.host_id
    join public_ports on public_ports.host_id = shared_addresses.host_id
    group by shared_addresses.host_id, hosts.name order by hosts.name collate "C"
  `.execute(db);
  return rows.map((row) => ({ ...row, servers: Number(row.servers), held: Number(row.held), free: Number(row.free) }));
}

/** The shared addresses of an engine's hosts, with their free ports. */
export async function listFreePorts(
  db: Sql,
  engine: string,
): Promise<(Omit<SharedAddress, 'hostId'> & { hostName: string; freePorts: number[] })[]> {
  const { rows } = await sql<Omit<SharedAddress, 'hostId'> & { hostName: string; freePorts: number[] }>`
    select hosts.name as host_name, host(shared_addresses.ip) as ip, host(listen_ip) as listen_ip,
      coalesce(array_agg(port order by port) filter (where server_id is null and port is not null), '{}') as free_ports
    from shared_addresses join hosts on hosts.id = shared_addresses.host_id
    left join public_ports on public_ports.host_id = shared_addresses.host_id
    where hosts.engine = ${engine}
    group by hosts.name, shared_addresses.ip, listen_ip order by hosts.name collate "C"
  `.execute(db);
  return rows;
}
