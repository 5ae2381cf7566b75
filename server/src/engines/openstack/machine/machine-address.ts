import { z } from 'zod';
import { CloudError, CloudUnusable, isForbidden } from '../cloud/cloud-errors.ts';
import { FloatingIp, Port, Subnet } from '../cloud/cloud-shapes.ts';
import { listOwn } from '../cloud/list-own.ts';
import { belongingOf, cloudName, macOf } from './machine-marks.rules.ts';
import type { Layout, OpenstackDeps } from '../openstack-deps.ts';
import { isPublicIpv6 } from './public-address.rules.ts';

const OnePort = z.object({ port: Port });
const OneFloatingIp = z.object({ floatingip: FloatingIp });

/** A new address may be the one just released; this is how often another is requested. */
const TRIES = 3;

/**
 * The port of a machine about to be made: whoever makes it, makes the machine. `asked` is recorded on it, so that whoever finds it without
 * a machine knows whether someone may still be working on it. Null: another process was faster.
 */
export async function claimPort(
  deps: OpenstackDeps,
  { serverId, groupId, asked }: { serverId: string; groupId: string; asked: Date },
  signal: AbortSignal,
): Promise<Port | null> {
  const { client, layout, directory } = deps;
  const network = await directory.network(layout.network, signal);
  const port = {
    network_id: network.id,
    name: cloudName(serverId),
    description: `${belongingOf(layout.owner, serverId)} ${asked.toISOString()}`,
    security_groups: [groupId],
    // On another project's network, the MAC address may not be chosen.
    ...(network.mayChooseAddresses && { mac_address: macOf(layout.owner, serverId) }),
  };
  try {
    return (await client.change('network', { method: 'POST', path: '/v2.0/ports', body: { port } }, OnePort, signal)).port;
  } catch (error) {
    if (error instanceof CloudError && error.status === 409 && /mac ?address/i.test(`${error.kind} ${error.message}`)) return null;
    throw error;
  }
}

/**
 * When the machine of a port was requested, by the cloud's clock: neutron reports when the port was made, and its maker, whose own clock
 * may be wrong, recorded the cloud's time.
 */
export function askedAt({ created_at, description }: Pick<Port, 'created_at' | 'description'>): Date {
  // Neutron writes UTC, but not every neutron says so.
  const made = new Date(`${(created_at ?? '').replace(/(Z|\+00:00)$/, '')}Z`);
  return Number.isNaN(made.getTime()) ? new Date(description.split(' ')[1] ?? 0) : made;
}

/**
 * A public address for a port: one that the server has and that is not `not`, or a new one; its other addresses are released. Null if the
 * network's own addresses are public.
 */
export async function ensureFloatingIp(
  deps: OpenstackDeps,
  of: { serverId: string; portId: string; there: FloatingIp | null; not: string | null },
  signal: AbortSignal,
): Promise<FloatingIp | null> {
  const { client, layout } = deps;
  if (layout.floatingNetwork === null || of.there?.port_id === of.portId) return of.there;
  if (of.there === null && of.not === null) return takeFloatingIp(deps, { serverId: of.serverId, portId: of.portId }, signal);
  // Allocated by a call that was interrupted, or whose answer was lost.
  const had = of.there === null ? [] : await listFloatingIps(deps, of.serverId, signal);
  let chosen =
    had.find(({ port_id }) => port_id === of.portId) ?? had.find(({ floating_ip_address }) => floating_ip_address !== of.not) ?? null;
  const others = had.filter((one) => one !== chosen);
  try {
    // Held until it is known to differ from the previous one.
    for (let left = TRIES; chosen === null; left -= 1) {
      const one = await takeFloatingIp(deps, { serverId: of.serverId, portId: null }, signal);
      if (left > 0 && one.floating_ip_address === of.not) others.push(one);
      else chosen = one;
    }
    return chosen.port_id === of.portId ? chosen : await associate(deps, chosen, of.portId, signal);
  } finally {
    // Only now: a released address may be allocated again at once.
    for (const { id } of others) await client.remove('network', `/v2.0/floatingips/${id}`, signal);
  }
}

async function takeFloatingIp(
  { client, layout, directory }: OpenstackDeps,
  { serverId, portId }: { serverId: string; portId: string | null },
  signal: AbortSignal,
): Promise<FloatingIp> {
  const network = await directory.network(layout.floatingNetwork ?? '', signal);
  const description = belongingOf(layout.owner, serverId);
  const floatingip = { floating_network_id: network.id, description, ...(portId !== null && { port_id: portId }) };
  const change = { method: 'POST', path: '/v2.0/floatingips', body: { floatingip } } as const;
  return (await client.change('network', change, OneFloatingIp, signal)).floatingip;
}

async function associate({ client }: OpenstackDeps, { id }: FloatingIp, portId: string, signal: AbortSignal): Promise<FloatingIp> {
  const change = { method: 'PUT', path: `/v2.0/floatingips/${id}`, body: { floatingip: { port_id: portId } } } as const;
  return (await client.change('network', change, OneFloatingIp, signal)).floatingip;
}

/** A server's floating addresses, whether or not a port has them. */
export function listFloatingIps(deps: OpenstackDeps, serverId: string, signal: AbortSignal): Promise<FloatingIp[]> {
  if (deps.layout.floatingNetwork === null) return Promise.resolve([]);
  const query = { description: belongingOf(deps.layout.owner, serverId) };
  return listOwn(deps, { kind: 'floatingips', shape: FloatingIp, query, whole: true }, signal);
}

/**
 * Releases a hibernated machine's addresses. Its port stays and, on the project's own network, keeps the private ones; on another project's
 * network it is not possible to name the ones to keep. If that network's policy forbids changing ports' addresses, as neutron's default
 * does, all stay.
 */
export async function giveUpAddresses(
  deps: OpenstackDeps,
  of: { serverId: string; port: Port | null },
  signal: AbortSignal,
): Promise<void> {
  const { client, layout, directory } = deps;
  const found = await listFloatingIps(deps, of.serverId, signal);
  for (const { id } of found) await client.remove('network', `/v2.0/floatingips/${id}`, signal);
  if (of.port === null) return;
  const { network_id, fixed_ips } = of.port;
  const private_ = fixed_ips.filter((fixed) => !isGivenUp(layout, fixed));
  if (private_.length === fixed_ips.length) return;
  const { mayChooseAddresses } = await directory.network(network_id, signal);
  await unlessForbidden(setFixedAddresses(deps, of.port, mayChooseAddresses ? private_ : [], signal));
}

/** Gives a resuming machine new addresses of its network for those it released, different from the previous ones. */
export async function takeFixedAddresses(
  deps: OpenstackDeps,
  { port, not }: { port: Port; not: readonly (string | null)[] },
  signal: AbortSignal,
): Promise<void> {
  const { client, layout } = deps;
  const { fixed_ips: has } = port;
  const missing = [4, 6].filter((version) => {
    const ofVersion = has.filter((fixed) => versionOf(fixed) === version);
    // A port without any has released all.
    return version === 4 ? ofVersion.length === 0 : !ofVersion.some((fixed) => isGivenUp(layout, fixed));
  });
  if (missing.length === 0) return;
  const subnets = await client.list('network', `/v2.0/subnets?network_id=${port.network_id}`, { key: 'subnets', shape: Subnet }, signal);
  const from = missing.flatMap((version) => {
    const ofVersion = subnets.filter(({ ip_version }) => ip_version === version);
    const inside = version === 4 || has.length === 0 ? ofVersion[0] : undefined;
    const found = ofVersion.find(({ cidr }) => isPublicIpv6(cidr)) ?? inside;
    if (found === undefined && version === 4)
      throw new CloudUnusable(`The network ${layout.network} has no subnet of IPv4 that this project sees: openstack subnet list`);
    return found === undefined ? [] : [{ subnet_id: found.id }];
  });
  if (from.length === 0) return;
  // Neutron chooses, as it must on another project's network: a previous address is released, and another requested.
  for (let left = TRIES; ; left -= 1) {
    const given = await unlessForbidden(setFixedAddresses(deps, port, [...has, ...from], signal));
    const fresh = given?.fixed_ips.filter(({ ip_address }) => !has.some((before) => before.ip_address === ip_address)) ?? [];
    if (left === 0 || !fresh.some(({ ip_address }) => not.includes(ip_address))) return;
    await setFixedAddresses(deps, port, has, signal);
  }
}

type Fixed = Port['fixed_ips'][number];

/** Whether it is released at hibernation: addresses reachable from outside and, without floating addresses, all. */
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

/** Null: not permitted. */
async function unlessForbidden<T>(change: Promise<T>): Promise<T | null> {
  try {
    return await change;
  } catch (error) {
    if (isForbidden(error)) return null;
    throw error;
  }
}
