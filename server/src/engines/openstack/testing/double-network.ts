import type { Routes, Service } from './double-http.ts';
import { countOf, listsOf, mine, owned, type NetworkPolicy, type NetworkQuota, type Owned } from './double-network-resource.ts';
import { createPorts, type FloatingIp, type NewPort, type Port } from './double-ports.ts';
import { createSecurityGroups, type Group, type GroupRule, type Packet } from './double-security-groups.ts';
import { createSubnets, type Network, type Subnet } from './double-subnets.ts';
import { EXTENSIONS, extensionRoutes, tagRoutes } from './double-tags.ts';
import { newId, type Project } from './double-world.ts';

export interface Networks {
  readonly service: Service;
  readonly networks: Map<string, Network>;
  readonly subnets: Map<string, Subnet>;
  readonly ports: Map<string, Port>;
  readonly floatingIps: Map<string, FloatingIp>;
  readonly groups: Map<string, Group>;
  readonly rules: Map<string, GroupRule>;
  readonly quota: NetworkQuota;
  readonly policy: NetworkPolicy;
  /** What neutron says it can, by the aliases of its extensions. */
  readonly extensions: Set<string>;
  defaultGroup(project: Project): Group;
  /** @throws Refusal */
  createPort(project: Project, of: NewPort): Port;
  removePort(port: Port): void;
  rulesOf(groupId: string): readonly GroupRule[];
  /** The port that has a floating or a fixed address. */
  portAt(ip: string): Port | null;
  /** The next who asks gets this address. */
  giveAgain(ip: string): void;
  /** Whether a packet to a port of the machine is let in. */
  letsIn(port: Port, packet: Packet): boolean;
}

/** Neutron: networks, ports, floating addresses, security groups. */
export function createNetworks(options: {
  readonly owner: Project;
  /** Whether projects' networks give public IPv6 addresses, too. */
  readonly dualStack: boolean;
  readonly listed: () => readonly { name: string; up: boolean }[];
}): Networks {
  const quota: NetworkQuota = { floatingip: 50, port: -1, security_group: 100, security_group_rule: 1000 };
  const policy: NetworkPolicy = { sharedFixedIps: 'closed' };
  const extensions = new Set(EXTENSIONS);
  const routers = new Map<string, Owned>();
  const tenantNetworks = new Map<string, Network>();
  const listOf = listsOf((project) => {
    tenantNetwork(project);
    securityGroups.defaultGroup(project);
  });

  const { networks, subnets, addNetwork, nextAddress, giveBack, giveAgain } = createSubnets();
  const securityGroups = createSecurityGroups({
    quota,
    listOf,
    isUsed: (groupId) => [...ports.values()].some((port) => port.security_groups.includes(groupId)),
  });
  const { groups, rules, defaultGroup, rulesOf } = securityGroups;
  const withPorts = createPorts({ networks, groups, quota, policy, listOf, defaultGroup, nextAddress, giveBack });
  const { ports, floatingIps, createPort, removePort, portAt } = withPorts;

  const external = addNetwork('public', { external: true, shared: false, project: options.owner, cidrs: ['172.24.4.0/24'] });
  addNetwork('provider', { external: false, shared: true, project: options.owner, cidrs: ['203.0.113.0/24', '2001:db8:5::/64'] });

  /** The network that the operator of a project made, with its router. */
  function tenantNetwork(project: Project): Network {
    const there = tenantNetworks.get(project.id);
    if (there) return there;
    const network = addNetwork('priv', {
      external: false,
      shared: false,
      project,
      cidrs: ['10.20.0.0/16', ...(options.dualStack ? ['2001:db8:20::/64'] : [])],
    });
    tenantNetworks.set(project.id, network);
    const gateway = { network_id: external.id, external_fixed_ips: [], enable_snat: true };
    const router = { ...owned(project), name: 'priv', admin_state_up: true, status: 'ACTIVE', external_gateway_info: gateway, routes: [] };
    routers.set(router.id, router);
    const port = createPort(project, { network_id: network.id, security_groups: [], device_id: router.id });
    Object.assign(port, { device_owner: 'network:router_interface', status: 'ACTIVE' });
    return network;
  }

  const routes: Routes = {
    'GET /v2.0/networks': listOf('networks', networks, (network) => network),
    'GET /v2.0/networks/:id': ({ caller }, id = '') => ({ status: 200, body: { network: mine(networks, caller, id, 'Network') } }),
    'GET /v2.0/subnets': listOf('subnets', subnets, shownSubnet),
    'GET /v2.0/subnets/:id': ({ caller }, id = '') => ({ status: 200, body: { subnet: shownSubnet(mine(subnets, caller, id, 'Subnet')) } }),
    'GET /v2.0/routers': listOf('routers', routers, (router) => router),
    ...withPorts.routes,
    ...securityGroups.routes,
    'GET /v2.0/quotas/:project': () => ({
      status: 200,
      body: { quota: { network: 100, subnet: 100, subnetpool: -1, router: 10, rbac_policy: 10, ...quota } },
    }),
    'GET /v2.0/quotas/:project/details.json': ({ caller: { user } }) => {
      const used = { floatingip: floatingIps, port: ports, security_group: groups, security_group_rule: rules };
      const rows = Object.entries(quota).map(([name, limit]) => {
        const all = Object.entries(used).find(([key]) => key === name)?.[1] ?? new Map<string, Owned>();
        return [name, { limit, used: countOf(all, user.project), reserved: 0 }];
      });
      return { status: 200, body: { quota: Object.fromEntries(rows) } };
    },
    'GET /v2.0/agents': ({ caller: { user } }) => ({
      status: 200,
      body: {
        agents:
          user.role !== 'admin'
            ? []
            : options.listed().map(({ name, up }) => ({
                id: newId(),
                agent_type: 'Linux bridge agent',
                binary: 'neutron-linuxbridge-agent',
                host: name,
                alive: up,
                admin_state_up: true,
              })),
      },
    }),
    ...extensionRoutes(extensions),
    ...tagRoutes({
      ports: (caller, id) => mine(ports, caller, id, 'Resource'),
      floatingips: (caller, id) => mine(floatingIps, caller, id, 'Resource'),
      'security-groups': (caller, id) => mine(groups, caller, id, 'Resource'),
    }),
  };

  const service: Service = {
    name: 'network',
    open: (call) => (call.path === '/' ? { status: 200, body: { versions: [{ id: 'v2.0', status: 'CURRENT', links: [] }] } } : null),
    routes,
    refusal: ({ message, kind, status }) => ({ NeutronError: { type: kind || `HTTP${status}`, message, detail: '' } }),
  };
  return {
    service,
    networks,
    subnets,
    ports,
    floatingIps,
    groups,
    rules,
    quota,
    policy,
    extensions,
    defaultGroup,
    createPort,
    removePort,
    rulesOf,
    portAt,
    giveAgain,
    letsIn: (port, packet) => securityGroups.letsIn(port.security_groups, packet),
  };
}

function shownSubnet({ shared: _, ...subnet }: Subnet) {
  return subnet;
}
