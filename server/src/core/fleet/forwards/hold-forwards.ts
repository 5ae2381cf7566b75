import { FORWARDED_PER_SERVER_MAX } from '@boreal/contract/servers/forwards.ts';
import { EngineError, type MachineFirewallRule, type MachineForwards } from '../../../engines/engine.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { keyOf, sshPort, wantedPorts, type PortRule } from './forwards.rules.ts';
import {
  countSparePorts,
  findSharedAddress,
  lockPortsOf,
  lockSharedAddress,
  releaseAllBut,
  releasePorts,
  selectPortsOf,
  takePorts,
} from './public-ports.store.ts';

/**
 * Reserves and returns what must be forwarded to a server's machine on a host: SSH, and what its rules open as far as there are free ports.
 * Null if the machine has an address of its own. The server keeps the ports of a host that it has yet to leave.
 * @throws EngineError no_capacity there is no port for SSH
 */
export async function holdForwards(
  ctx: Ctx,
  of: { serverId: string; hostId: string; rules: readonly MachineFirewallRule[] },
): Promise<MachineForwards | null> {
  const shared = await findSharedAddress(ctx.db.sql, of.hostId);
  if (!shared) return null;
  const wanted = new Set(wantedPorts(of.rules).map(keyOf));
  const held = await selectPortsOf(ctx.db.sql, of);
  const there = held.filter((port) => wanted.has(keyOf(port)));
  const ports = there.length === wanted.size ? there : await ctx.transact((tx) => takeForwards(tx, ctx, of));
  if (!ports.some((port) => keyOf(port) === keyOf(sshPort))) {
    throw new EngineError('no_capacity', `No port of ${shared.ip} is free for a machine's SSH.`);
  }
  return { listenIp: shared.listenIp, ports };
}

/**
 * Takes the ports that a server on a host lacks for its rules, as far as any are free, and returns those that should lead to it. Empty if
 * it has an address of its own.
 */
export async function takeForwards(
  tx: Tx,
  ctx: Ctx,
  of: { serverId: string; hostId: string; rules: readonly PortRule[] },
): Promise<MachineForwards['ports']> {
  const { serverId, hostId } = of;
  if (!(await findSharedAddress(tx, hostId))) return [];
  await lockPortsOf(tx, serverId);
  const at = ctx.clock.now();
  const wanted = wantedPorts(of.rules);
  const held = await selectPortsOf(tx, of);
  const has = new Set(held.map(keyOf));
  const [ssh, more] = [wanted.slice(0, 1), wanted.slice(1)].map((ports) => ports.filter((port) => !has.has(keyOf(port))));
  const taken = await takePorts(tx, { serverId, hostId, wanted: ssh ?? [], at });
  if (more !== undefined && more.length > 0) {
    await lockSharedAddress(tx, hostId);
    const spare = await countSparePorts(tx, hostId);
    // Ports of deleted rules count until the machine applies the new rules, so that adding and deleting quickly gains nobody more ports.
    const left = Math.max(0, FORWARDED_PER_SERVER_MAX - held.length - taken.length);
    taken.push(...(await takePorts(tx, { serverId, hostId, wanted: more.slice(0, Math.min(spare, left)), at })));
  }
  const keys = new Set(wanted.map(keyOf));
  return [...held, ...taken].filter((port) => keys.has(keyOf(port))).toSorted((a, b) => a.port - b.port);
}

/** The machine now applies these rules: releases the ports that should no longer lead anywhere. The server's row is locked. */
export function releaseClosed(tx: Tx, ctx: Ctx, of: { serverId: string; rules: readonly PortRule[] }): Promise<void> {
  return releaseAllBut(tx, { serverId: of.serverId, wanted: wantedPorts(of.rules), at: ctx.clock.now() });
}

/** Releases all of a server's ports. */
export function releaseForwards(tx: Tx, ctx: Ctx, { serverId }: { serverId: string }): Promise<void> {
  return releasePorts(tx, { serverId, of: 'every host', at: ctx.clock.now() });
}

/** Releases its ports of every host that it has left. */
export function releaseLeftForwards(tx: Tx, ctx: Ctx, { serverId }: { serverId: string }): Promise<void> {
  return releasePorts(tx, { serverId, of: 'former hosts', at: ctx.clock.now() });
}

/** How to reach a server whose machine runs: at an address of its own, or at a shared address and its port for SSH. */
export async function reachedBy(
  tx: Tx,
  { server, machine }: { server: { id: string; hostId: string | null }; machine: { ipv4: string | null; ipv6: string | null } },
): Promise<{ ipv4: string | null; ipv6: string | null; sshPort: number | null }> {
  const { ipv4, ipv6 } = machine;
  const shared = server.hostId === null ? null : await findSharedAddress(tx, server.hostId);
  if (!shared || ipv4 === null) return { ipv4, ipv6, sshPort: null };
  const held = await selectPortsOf(tx, { serverId: server.id, hostId: shared.hostId });
  const ssh = held.find((port) => keyOf(port) === keyOf(sshPort));
  return { ipv4: shared.ip, ipv6, sshPort: ssh?.publicPort ?? null };
}
