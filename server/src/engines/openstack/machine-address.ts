import { z } from 'zod';
import { CloudError, CloudUnusable, isForbidden } from './cloud-errors.ts';
import { FloatingIp, Port, Subnet } from './cloud-shapes.ts';
import { belongingOf, cloudName, macOf } from './machine-marks.rules.ts';
import type { Layout, OpenstackDeps } from './openstack-deps.ts';
import { isPublicIpv6 } from './public-address.rules.ts';

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

/** Takes a hibernated machine's addresses. Its port stays, on a network of the project's own with private ones. */
export async function giveUpAddresses(
  deps: OpenstackDeps,
  of: { serverId: string; port: Port | null },
  signal: AbortSignal,
): Promise<void> {
  const { client, layout, log } = deps;
  const found = await listFloatingIps(deps, of.serverId, signal);
  for (const { id } of found) await client.remove('network', `/v2.0/floatingips/${id}`, signal);
  if (of.port === null) return;
  const kept = of.port.fixed_ips.filter((fixed) => !isGivenUp(layout, fixed));
  if (kept.length === of.port.fixed_ips.length) return;
  try {
    await setFixedAddresses(deps, of.port, kept, signal);
  } catch (error) {
    // Of a network that is shared with us, neutron lets only its owner change them: they stay with the port, and the machine has them again.
    if (layout.floatingNetwork !== null || !isForbidden(error)) throw error;
    log.warn(
      { serverId: of.serverId, network: layout.network },
      'a hibernated machine keeps its addresses: neutron lets only the owner of the network change them',
    );
  }
}

/** Gives a machine that wakes addresses of its network again for those that it gave up, others than it had. */
export async function takeFixedAddresses(
  deps: OpenstackDeps,
  { port, not }: { port: Port; not: readonly (string | null)[] },
  signal: AbortSignal,
): Promise<void> {
  const { client, layout } = deps;
  const wanted = layout.floatingNetwork === null ? [4, 6] : [6];
  const missing = wanted.filter((version) => !port.fixed_ips.some((fixed) => isGivenUp(layout, fixed) && versionOf(fixed) === version));
  if (missing.length === 0) return;
  const subnets = await client.list('network', `/v2.0/subnets?network_id=${port.network_id}`, { key: 'subnets', shape: Subnet }, signal);
  const from = missing.flatMap((version) => {
    const ofVersion = subnets.filter(({ ip_version }) => ip_version === version);
    const inside = layout.floatingNetwork === null ? ofVersion[0] : undefined;
    const found = ofVersion.find(({ cidr }) => isPublicIpv6(cidr)) ?? inside;
    if (found === undefined && version === 4)
      throw new CloudUnusable(`The network ${layout.network} has no subnet of IPv4 that this project sees: openstack subnet list`);
    return found === undefined ? [] : [{ subnet_id: found.id }];
  });
  if (from.length === 0) return;
  // Neutron chooses, and on a network of others' it must: what it gave before is given back, and it is asked again.
  for (let left = TRIES; ; left -= 1) {
    const { fixed_ips: given } = await setFixedAddresses(deps, port, [...port.fixed_ips, ...from], signal);
    const fresh = given.filter(({ ip_address }) => !port.fixed_ips.some((before) => before.ip_address === ip_address));
    if (left === 0 || !fresh.some(({ ip_address }) => not.includes(ip_address))) return;
    await setFixedAddresses(deps, port, port.fixed_ips, signal);
  }
}

type Fixed = Port['fixed_ips'][number];

/**
 * Whether it is given up at hibernation: what is reached from outside and, on a network that others may own, all. There a port's
 * addresses may be chosen by nobody else, so none can be kept by name.
 */
function isGivenUp({ floatingNetwork }: Layout, { ip_address }: Fixed): boolean {
  return floatingNetwork === null || isPublicIpv6(ip_address);
}

const versionOf = ({ ip_address }: Fixed) => (ip_address.includes(':') ? 6 : 4);

async function setFixedAddresses(
  { client }: OpenstackDeps,
  { id }: Port,
  fixed: readonly { readonly subnet_id: string; readonly ip_address?: string }[],
  signal: AbortSignal,
): Promise<Port> {
  const change = { method: 'PUT', path: `/v2.0/ports/${id}`, body: { port: { fixed_ips: fixed } } } as const;
  return (await client.change('network', change, OnePort, signal)).port;
}
