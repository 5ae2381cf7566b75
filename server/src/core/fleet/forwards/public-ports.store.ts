import type { ForwardedPort } from '@boreal/contract/servers/forwards.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { SSH_PORT } from '@boreal/contract/servers/forwards.ts';
import type { GuestPort } from './forwards.rules.ts';

/** The public address that a host's servers share. */
export interface SharedAddress {
  readonly hostId: string;
  readonly ip: string;
  readonly listenIp: string;
}

const columns = sql`host_id, host(ip) as ip, host(listen_ip) as listen_ip`;

/** Null if each server has an address of its own. */
export async function findSharedAddress(db: Sql | Tx, hostId: string): Promise<SharedAddress | null> {
  const { rows } = await sql<SharedAddress>`select ${columns} from shared_addresses where host_id = ${hostId}`.execute(db);
  return rows[0] ?? null;
}

/** The same, locked: taking ports for rules and changing the address happen one after the other. */
export async function lockSharedAddress(tx: Tx, hostId: string): Promise<SharedAddress | null> {
  const { rows } = await sql<SharedAddress>`select ${columns} from shared_addresses where host_id = ${hostId} for update`.execute(tx);
  return rows[0] ?? null;
}

/** Serializes changes to one server's ports. */
export async function lockPortsOf(tx: Tx, serverId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`public_ports:${serverId}`}, 0))`.execute(tx);
}

/** The ports that lead to a server on a host. */
export async function selectPortsOf(db: Sql | Tx, { serverId, hostId }: { serverId: string; hostId: string }): Promise<ForwardedPort[]> {
  const { rows } = await sql<ForwardedPort>`
    select protocol, guest_port as port, port as public_port from public_ports
    where server_id = ${serverId} and host_id = ${hostId}
    order by guest_port, protocol
  `.execute(db);
  return rows;
}

/** Gives a server free ports of its host, those released longest ago first; fewer if fewer are free. */
export async function takePorts(
  tx: Tx,
  input: { serverId: string; hostId: string; wanted: readonly GuestPort[]; at: Date },
): Promise<ForwardedPort[]> {
  const { serverId, hostId, wanted, at } = input;
  if (wanted.length === 0) return [];
  const { rows } = await sql<ForwardedPort>`
    with wanted as (
      select * from unnest(${wanted.map(({ protocol }) => protocol)}::text[], ${wanted.map(({ port }) => port)}::integer[])
        with ordinality given (protocol, guest_port, n)
    ), free as (
      select ip, port, row_number() over (order by released_at nulls first, port) as n from (
        select ip, port, released_at from public_ports
        where host_id = ${hostId} and server_id is null
        order by released_at nulls first, port
        limit ${wanted.length}::integer
        for update skip locked
      ) free
    )
    update public_ports set server_id = ${serverId}, protocol = wanted.protocol::firewall_protocol,
      guest_port = wanted.guest_port, taken_at = ${at}
    from free join wanted on wanted.n = free.n
    where public_ports.ip = free.ip and public_ports.port = free.port
    returning public_ports.protocol, public_ports.guest_port as port, public_ports.port as public_port
  `.execute(tx);
  return rows;
}

/**
 * How many ports of a host may be taken for rules: the free ones, less one for each GPU whose server has no port yet. The address is
 * locked.
 */
export async function countSparePorts(tx: Tx, hostId: string): Promise<number> {
  const { rows } = await sql<{ spare: number }>`
    select (
      (select count(*) from public_ports where host_id = ${hostId} and server_id is null) -
      (select count(*) from gpus where host_id = ${hostId} and state <> 'removed' and not exists (
        select from public_ports held
        where held.host_id = gpus.host_id and held.server_id = gpus.server_id and ${isSsh(sql`held`)}
      ))
    )::integer as spare
  `.execute(tx);
  return Math.max(0, rows[0]?.spare ?? 0);
}

/** Whether a row of `public_ports` leads to a server's SSH. */
export function isSsh(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${row}.protocol = 'tcp' and ${row}.guest_port = ${SSH_PORT}::integer)`;
}

/** Releases a server's ports, or only those of hosts other than the one where it should be now. */
export async function releasePorts(tx: Tx, input: { serverId: string; of: 'every host' | 'former hosts'; at: Date }): Promise<void> {
  const { serverId, of, at } = input;
  const there = sql`host_id is distinct from (select host_id from servers where id = ${serverId})`;
  await release(tx, { where: sql`server_id = ${serverId} and ${of === 'every host' ? sql`true` : there}`, at });
}

/** Releases the ports of a server that should no longer lead anywhere. */
export async function releaseAllBut(tx: Tx, input: { serverId: string; wanted: readonly GuestPort[]; at: Date }): Promise<void> {
  const { serverId, wanted, at } = input;
  const still = sql`select from unnest(${wanted.map(({ protocol }) => protocol)}::text[], ${wanted.map(({ port }) => port)}::integer[])
    still (protocol, port) where still.protocol = public_ports.protocol::text and still.port = public_ports.guest_port`;
  await release(tx, { where: sql`server_id = ${serverId} and not exists (${still})`, at });
}

async function release(tx: Tx, { where, at }: { where: RawBuilder<unknown>; at: Date }): Promise<void> {
  await sql`
    update public_ports set server_id = null, protocol = null, guest_port = null, taken_at = null, released_at = ${at} where ${where}
  `.execute(tx);
}
