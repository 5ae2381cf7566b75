import { z } from 'zod';
import { CloudError } from './cloud-errors.ts';
import { FloatingIp, Nothing, Port } from './cloud-shapes.ts';
import { belongingOf, cloudName, macOf } from './machine-marks.rules.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

const OnePort = z.object({ port: Port });
const OneFloatingIp = z.object({ floatingip: FloatingIp });

/** A new address may be the one that was just given back; so often another is asked for. */
const TRIES = 3;

/**
 * The port of a machine that is about to be made: who makes it, makes the machine. `asked` is written on it, so that whoever finds it
 * without a machine knows whether somebody may still be at it. Null: another process was faster.
 */
export async function claimPort(
  { client, layout, directory }: OpenstackDeps,
  { serverId, groupId, asked }: { serverId: string; groupId: string; asked: Date },
  signal: AbortSignal,
): Promise<Port | null> {
  const port = {
    network_id: await directory.network(layout.network, signal),
    name: cloudName(serverId),
    description: `${belongingOf(layout.owner, serverId)} ${asked.toISOString()}`,
    security_groups: [groupId],
    // On a network that is not the project's own, a hardware address may not be chosen.
    ...(layout.floatingNetwork !== null && { mac_address: macOf(layout.owner, serverId) }),
  };
  try {
    return (await client.change('network', { method: 'POST', path: '/v2.0/ports', body: { port } }, OnePort, signal)).port;
  } catch (error) {
    if (error instanceof CloudError && error.status === 409 && /mac ?address/i.test(`${error.kind} ${error.message}`)) return null;
    throw error;
  }
}

/** When the machine of a port was asked for. */
export function askedAt({ description }: Port): Date {
  return new Date(description.split(' ')[1] ?? 0);
}

/**
 * A public address for a port: the server's that is `there`, or a new one that is not `not`. Null where the network's own are public.
 */
export async function ensureFloatingIp(
  deps: OpenstackDeps,
  of: { serverId: string; portId: string; there: FloatingIp | null; not: string | null },
  signal: AbortSignal,
): Promise<FloatingIp | null> {
  const { client, layout, directory } = deps;
  if (layout.floatingNetwork === null || of.there?.port_id === of.portId) return of.there;
  if (of.there !== null) return associate(deps, of.there, of.portId, signal);
  const network = await directory.network(layout.floatingNetwork, signal);
  const take = async (portId: string | null) => {
    const description = belongingOf(layout.owner, of.serverId);
    const floatingip = { floating_network_id: network, description, ...(portId !== null && { port_id: portId }) };
    return (await client.change('network', { method: 'POST', path: '/v2.0/floatingips', body: { floatingip } }, OneFloatingIp, signal))
      .floatingip;
  };
  if (of.not === null) return take(of.portId);
  // Kept apart until it is known to be another than before.
  const refused: FloatingIp[] = [];
  try {
    let one = await take(null);
    for (; one.floating_ip_address === of.not && refused.length < TRIES; one = await take(null)) refused.push(one);
    return await associate(deps, one, of.portId, signal);
  } finally {
    // Only now: what is given back may be given out again at once.
    for (const { id } of refused) await client.remove('network', `/v2.0/floatingips/${id}`, signal);
  }
}

async function associate({ client }: OpenstackDeps, { id }: FloatingIp, portId: string, signal: AbortSignal): Promise<FloatingIp> {
  const change = { method: 'PUT', path: `/v2.0/floatingips/${id}`, body: { floatingip: { port_id: portId } } } as const;
  return (await client.change('network', change, OneFloatingIp, signal)).floatingip;
}

/** Those of a server, whether a port has them or not. */
export function listFloatingIps({ client, layout }: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<FloatingIp[]> {
  if (layout.floatingNetwork === null) return Promise.resolve([]);
  const path = `/v2.0/floatingips?description=${encodeURIComponent(belongingOf(layout.owner, serverId))}`;
  return client.list('network', path, { key: 'floatingips', shape: FloatingIp }, signal);
}

/** Takes a hibernated machine's addresses. Its port stays, without any where they are public. */
export async function giveUpAddresses(
  deps: OpenstackDeps,
  of: { serverId: string; port: Port | null },
  signal: AbortSignal,
): Promise<void> {
  const { client, layout } = deps;
  const found = await listFloatingIps(deps, of.serverId, signal);
  for (const { id } of found) await client.remove('network', `/v2.0/floatingips/${id}`, signal);
  if (layout.floatingNetwork !== null || of.port === null || of.port.fixed_ips.length === 0) return;
  await client.change('network', { method: 'PUT', path: `/v2.0/ports/${of.port.id}`, body: { port: { fixed_ips: [] } } }, Nothing, signal);
}

const Subnets = { key: 'subnets', shape: z.object({ id: z.string(), ip_version: z.number() }) };

/** Gives a machine that wakes addresses of its network again, where these are public. */
export async function takeFixedAddresses({ client, layout }: OpenstackDeps, port: Port, signal: AbortSignal): Promise<void> {
  if (layout.floatingNetwork !== null || port.fixed_ips.length > 0) return;
  const subnets = await client.list('network', `/v2.0/subnets?network_id=${port.network_id}`, Subnets, signal);
  const wanted = [4, 6].flatMap((version) => subnets.find(({ ip_version }) => ip_version === version) ?? []);
  const body = { port: { fixed_ips: wanted.map(({ id }) => ({ subnet_id: id })) } };
  await client.change('network', { method: 'PUT', path: `/v2.0/ports/${port.id}`, body }, Nothing, signal);
}
