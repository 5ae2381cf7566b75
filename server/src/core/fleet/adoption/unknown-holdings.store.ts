import { sql, type RawBuilder } from 'kysely';
import { releaseHeld } from '../addresses/addresses.store.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { MachineForward, MachineGpu } from '../../../engines/engine.ts';
import { isHeld } from '../capacity/gpus/free-gpus.store.ts';
import type { GpuRow } from '../capacity/hosts.store.ts';

/** Machines without a row that have GPUs of an engine's hosts. */
export async function selectOrphansWithGpus(db: Sql, engine: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct gpus.orphan_id as id from gpus join hosts on hosts.id = gpus.host_id
    where hosts.engine = ${engine} and gpus.orphan_id is not null order by 1
  `.execute(db);
  return rows.map(({ id }) => id);
}

export interface FoundOnHost {
  readonly serverId: string;
  readonly hostId: string;
  readonly gpus: readonly MachineGpu[];
}

/** By the engine's name for it, or by its slot if it has none. */
function isOneOf(gpus: readonly MachineGpu[]): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from unnest(${gpus.map(({ slot }) => slot)}::integer[], ${gpus.map(({ device }) => device)}::text[]) found (slot, device)
    where case when found.device is null then gpus.slot = found.slot else gpus.device = found.device end
  )`;
}

/** The row of a GPU that a machine has, with who holds it here. */
export type FoundGpu = Pick<GpuRow, 'slot' | 'poolId' | 'serverId' | 'leavingServerId' | 'orphanId'>;

/** The rows of GPUs that a machine has. */
export async function selectFoundGpus(db: Sql | Tx, { hostId, gpus }: FoundOnHost): Promise<FoundGpu[]> {
  const { rows } = await sql<FoundGpu>`
    select slot, pool_id, server_id, leaving_server_id, orphan_id from gpus
    where host_id = ${hostId} and state <> 'removed' and ${isOneOf(gpus)} order by slot
  `.execute(db);
  return rows;
}

/** Keeps those of them that nobody holds for a machine without a row. The host's pools are locked. */
export async function keepForOrphan(tx: Tx, { serverId, hostId, gpus }: FoundOnHost): Promise<void> {
  await sql`
    update gpus set orphan_id = ${serverId}
    where host_id = ${hostId} and state <> 'removed' and server_id is null and leaving_server_id is null and orphan_id is null and ${isOneOf(gpus)}
  `.execute(tx);
}

/** Gives them to the server, which now has a row. The host's pools are locked. If one is set aside, that was because of this server. */
export async function giveToServer(tx: Tx, { serverId, hostId, gpus, at }: FoundOnHost & { at: Date }): Promise<void> {
  await sql`
    update gpus set server_id = ${serverId}, orphan_id = null, taken_at = least(${at}, coalesce(state_since, ${at}))
    where host_id = ${hostId} and ${isOneOf(gpus)}
  `.execute(tx);
}

/** Assigns a machine the addresses that it has, if we assign them and nobody holds them. */
export async function takeFoundAddresses(
  db: Sql | Tx,
  { serverId, ips, at }: { serverId: string; ips: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update addresses set server_id = ${serverId}, taken_at = ${at}
    where ip = any(${[...ips]}::inet[]) and server_id is null
      and not exists (select from addresses held where held.server_id = ${serverId} and held.family = addresses.family)
  `.execute(db);
}

/** The same for the ports of its host's shared address. */
export async function takeFoundPorts(
  db: Sql | Tx,
  of: { serverId: string; hostId: string; ports: readonly MachineForward[]; at: Date },
): Promise<void> {
  const { serverId, hostId, ports, at } = of;
  await sql`
    update public_ports set server_id = ${serverId}, protocol = found.protocol::firewall_protocol, guest_port = found.guest_port, taken_at = ${at}
    from unnest(${ports.map(({ protocol }) => protocol)}::text[], ${ports.map(({ port }) => port)}::integer[],
      ${ports.map(({ publicPort }) => publicPort)}::integer[]) found (protocol, guest_port, public_port)
    where host_id = ${hostId} and public_ports.port = found.public_port and server_id is null
  `.execute(db);
}

/** Another holder of an address that a machine has; null if there is none. */
export async function findAddressHolder(
  tx: Tx,
  { serverId, ips }: { serverId: string; ips: readonly string[] },
): Promise<{ ip: string; serverId: string } | null> {
  const { rows } = await sql<{ ip: string; serverId: string }>`
    select host(ip) as ip, server_id from addresses where ip = any(${[...ips]}::inet[]) and server_id <> ${serverId} limit 1
  `.execute(tx);
  return rows[0] ?? null;
}

/** A machine without a row is gone, or a server's machine is back where its row says: frees what was kept for it. */
export async function releaseOrphan(tx: Tx, { serverId, at }: { serverId: string; at: Date }): Promise<void> {
  const hasNoRow = sql<boolean>`not exists (select from servers where servers.id = ${serverId})`;
  await sql`update gpus set orphan_id = null where orphan_id = ${serverId}`.execute(tx);
  await releaseHeld(tx, { held: sql<boolean>`server_id = ${serverId} and ${hasNoRow}`, at });
  await sql`
    update public_ports set server_id = null, protocol = null, guest_port = null, taken_at = null, released_at = ${at}
    where server_id = ${serverId} and ${hasNoRow}
  `.execute(tx);
}

/** Whether a server of an engine is running with nothing in progress, on the host of this name. */
export async function isAtRestOn(db: Sql, of: { serverId: string; engine: string; hostName: string }): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select servers.id from servers join hosts on hosts.id = servers.host_id
    where servers.id = ${of.serverId} and servers.engine = ${of.engine} and hosts.name = ${of.hostName}
      and servers.status in ('ACTIVE', 'STOPPED') and servers.task is null and servers.converge_at is null
  `.execute(db);
  return rows.length > 0;
}

/** Free places of a host, for a machine of an engine that chooses hosts by itself: nobody can tell which of them it has. */
export async function selectFreePlaces(
  db: Sql | Tx,
  of: { serverId: string; hostId: string; poolId: string | null; count: number },
): Promise<MachineGpu[]> {
  const { serverId, hostId, poolId, count } = of;
  const { rows } = await sql<MachineGpu>`
    select slot, device from gpus
    where host_id = ${hostId} and (${poolId}::text is null or pool_id = ${poolId}) and state <> 'removed'
      and (orphan_id = ${serverId} or not ${isHeld})
    order by (orphan_id = ${serverId}) desc nulls last, slot limit ${count}::integer
  `.execute(db);
  return rows;
}
