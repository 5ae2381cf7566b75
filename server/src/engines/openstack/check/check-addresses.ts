import { z } from 'zod';
import { CloudError, CloudUnusable } from '../cloud/cloud-errors.ts';
import { Port, Subnet } from '../cloud/cloud-shapes.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';
import { isPublicIpv6 } from '../machine/public-address.rules.ts';

/** Modes in which an address is computed from the port's MAC address, which never changes. */
const COMPUTED: ReadonlySet<string | null | undefined> = new Set(['slaac', 'dhcpv6-stateless']);

const statefully = '--ipv6-ra-mode dhcpv6-stateful --ipv6-address-mode dhcpv6-stateful';

/** Tells the operator which addresses servers get, as configured. */
export async function addressesTold(deps: Pick<OpenstackDeps, 'client' | 'layout' | 'directory'>, signal: AbortSignal): Promise<string> {
  const { network, floatingNetwork, ipv6 } = deps.layout;
  if (floatingNetwork !== null)
    return `Servers have floating addresses of ${floatingNetwork}${ipv6 ? `, and IPv6 addresses of ${network}` : ', and no IPv6'}.`;
  const told = `Servers have addresses of the network ${network} itself: IPv4${ipv6 ? ' and IPv6' : ' only'}.`;
  return (await isKnownToBeShared(deps, signal))
    ? `${told} It is another project's, so a hibernated server may keep its addresses: only the network's owner may take them away.`
    : told;
}

async function isKnownToBeShared(deps: Pick<OpenstackDeps, 'client' | 'layout' | 'directory'>, signal: AbortSignal): Promise<boolean> {
  const { directory, layout } = deps;
  try {
    return !(await directory.network(layout.network, signal)).mayChooseAddresses;
  } catch (error) {
    if (error instanceof CloudUnusable || error instanceof CloudError) return false;
    throw error;
  }
}

/** What prevents servers from getting public IPv6 addresses in the machines' network, or from getting new ones after hibernation. */
export async function checkIpv6(
  { client, layout }: Pick<OpenstackDeps, 'client' | 'layout'>,
  networkId: string,
  signal: AbortSignal,
): Promise<string[]> {
  const { network, ipv6, floatingNetwork } = layout;
  const all = await client.list('network', `/v2.0/subnets?network_id=${networkId}`, { key: 'subnets', shape: Subnet }, signal);
  const subnets = all.filter(({ ip_version, cidr }) => ip_version === 6 && isPublicIpv6(cidr));
  if (!ipv6) {
    return subnets.length === 0
      ? []
      : [`The network ${network} gives public IPv6 addresses. Say OPENSTACK_DUAL_STACK=on, so that servers are sold with them.`];
  }
  if (subnets.length === 0) {
    return [
      `OPENSTACK_DUAL_STACK is on, and the network ${network} has no subnet of public IPv6 addresses: openstack subnet create --ip-version 6 ${statefully} --network ${network} … Or say OPENSTACK_DUAL_STACK=off.`,
    ];
  }
  const computed = subnets.filter(({ ipv6_address_mode }) => COMPUTED.has(ipv6_address_mode));
  const sentences = computed.map(
    ({ id, name, ipv6_address_mode }) =>
      `The addresses of the subnet ${name || id} are computed from hardware addresses (${ipv6_address_mode}), so a server has the same IPv6 address again after it hibernated. Make the subnet anew with ${statefully}`,
  );
  // The provider routes a provider network.
  if (floatingNetwork === null || (await hasGateway({ client }, networkId, subnets, signal))) return sentences;
  const [{ id, name } = { id: '', name: '' }] = subnets;
  return [...sentences, `No router leads out of the IPv6 subnet ${name || id}: openstack router add subnet ROUTER ${name || id}`];
}

const RouterPort = Port.extend({ device_owner: z.string().default('') });

async function hasGateway(
  { client }: Pick<OpenstackDeps, 'client'>,
  networkId: string,
  subnets: readonly Subnet[],
  signal: AbortSignal,
): Promise<boolean> {
  const ports = await client.list('network', `/v2.0/ports?network_id=${networkId}`, { key: 'ports', shape: RouterPort }, signal);
  const ids = new Set(subnets.map(({ id }) => id));
  return ports.some(
    ({ device_owner, fixed_ips }) => /^network:.*router/.test(device_owner) && fixed_ips.some(({ subnet_id }) => ids.has(subnet_id)),
  );
}
