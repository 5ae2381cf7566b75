import { Refusal } from './double-http.ts';
import { owned, type Owned } from './double-network-resource.ts';
import type { Project } from './double-world.ts';

export interface Subnet extends Owned {
  /** Whoever sees the network sees it; neutron does not tell this of subnets. */
  readonly shared: boolean;
  readonly network_id: string;
  readonly ip_version: 4 | 6;
  readonly cidr: string;
  ipv6_address_mode: string | null;
}
export interface Network extends Owned {
  readonly name: string;
  readonly subnets: string[];
  readonly shared: boolean;
  readonly 'router:external': boolean;
}

/** Neutron's networks, their subnets, and the addresses that are given from those. */
export function createSubnets() {
  const networks = new Map<string, Network>();
  const subnets = new Map<string, Subnet>();
  const given = new Map<string, number>();
  const free = new Map<string, string>();
  const last = new Map<string, string>();

  function addNetwork(name: string, of: { external: boolean; shared: boolean; project: Project; cidrs: readonly string[] }): Network {
    const network: Network = {
      ...owned(of.project),
      name,
      subnets: [],
      shared: of.shared,
      'router:external': of.external,
      status: 'ACTIVE',
      admin_state_up: true,
      mtu: 1450,
      availability_zone_hints: [],
      availability_zones: ['nova'],
      ipv4_address_scope: null,
      ipv6_address_scope: null,
      description: '',
      port_security_enabled: true,
      is_default: false,
    };
    networks.set(network.id, network);
    for (const cidr of of.cidrs) {
      const subnet: Subnet = {
        ...owned(of.project),
        shared: of.shared,
        name: `${name}-${cidr.includes(':') ? 'v6' : 'v4'}`,
        network_id: network.id,
        ip_version: cidr.includes(':') ? 6 : 4,
        cidr,
        subnetpool_id: null,
        enable_dhcp: !of.external,
        ipv6_ra_mode: null,
        ipv6_address_mode: null,
        gateway_ip: cidr.replace(/0?\/\d+$/, '1'),
        allocation_pools: [],
        host_routes: [],
        dns_nameservers: [],
        description: '',
        service_types: [],
      };
      subnets.set(subnet.id, subnet);
      network.subnets.push(subnet.id);
    }
    return network;
  }

  function nextAddress(subnetId: string): string {
    const subnet = subnets.get(subnetId);
    if (!subnet) throw new Refusal(404, `Subnet ${subnetId} could not be found.`, 'SubnetNotFound');
    const again = free.get(subnetId);
    free.delete(subnetId);
    if (again !== undefined) return again;
    const count = (given.get(subnetId) ?? 9) + 1;
    if (subnet.cidr.endsWith('/24') && count > 250) {
      const message = `No more IP addresses available on network ${subnet.network_id}.`;
      throw new Refusal(409, message, 'IpAddressGenerationFailure');
    }
    given.set(subnetId, count);
    if (subnet.ip_version === 6) return subnet.cidr.replace(/::\/\d+$/, `::${count.toString(16)}`);
    const [a, b, c] = subnet.cidr.split('.');
    return subnet.cidr.endsWith('/24') ? `${a}.${b}.${c}.${count}` : `${a}.${b}.${Math.floor(count / 250)}.${(count % 250) + 2}`;
  }

  /** As neutron may do, the next who asks gets it; who gives that back gets another. */
  function giveBack(subnetId: string, ip: string): void {
    if (last.get(subnetId) === ip) return;
    free.set(subnetId, ip);
    last.set(subnetId, ip);
  }

  /** The next who asks gets it, whoever had it. */
  function giveAgain(ip: string): void {
    const subnet = [...subnets.values()].find(({ cidr }) => cidr.endsWith('.0/24') && ip.startsWith(cidr.replace(/0\/24$/, '')));
    if (!subnet) throw new Error(`the double gives no address ${ip}`);
    free.set(subnet.id, ip);
  }

  return { networks, subnets, addNetwork, nextAddress, giveBack, giveAgain };
}
