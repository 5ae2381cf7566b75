import { BlockList } from 'node:net';
import { z } from 'zod';
import { jsonOf, Refusal, type Answer, type Call, type Caller, type Routes, type Service } from './double-http.ts';
import { EXTENSIONS, extensionRoutes, tagRoutes } from './double-tags.ts';
import { newId, now, second, type Project } from './double-world.ts';

type Owned = { readonly id: string; readonly project_id: string; tags: string[]; readonly [key: string]: unknown };

export interface Subnet extends Owned {
  readonly network_id: string;
  readonly ip_version: 4 | 6;
  readonly cidr: string;
}
export interface Network extends Owned {
  readonly name: string;
  readonly subnets: string[];
  readonly shared: boolean;
  readonly 'router:external': boolean;
}
export interface Port extends Owned {
  name: string;
  readonly network_id: string;
  readonly mac_address: string;
  status: string;
  device_id: string;
  device_owner: string;
  readonly fixed_ips: { readonly subnet_id: string; readonly ip_address: string }[];
  security_groups: string[];
  'binding:host_id': string;
}
export interface FloatingIp extends Owned {
  readonly floating_ip_address: string;
  readonly floating_network_id: string;
  description: string;
  port_id: string | null;
  fixed_ip_address: string | null;
  router_id: string | null;
  status: string;
}
export interface GroupRule extends Owned {
  readonly security_group_id: string;
  readonly direction: 'ingress' | 'egress';
  readonly ethertype: 'IPv4' | 'IPv6';
  readonly protocol: string | null;
  readonly port_range_min: number | null;
  readonly port_range_max: number | null;
  readonly remote_ip_prefix: string | null;
  readonly remote_group_id: string | null;
}
export interface Group extends Owned {
  name: string;
  description: string;
}

export interface NetworkQuota {
  floatingip: number;
  port: number;
  security_group: number;
  security_group_rule: number;
}

export interface Networks {
  readonly service: Service;
  readonly networks: Map<string, Network>;
  readonly ports: Map<string, Port>;
  readonly floatingIps: Map<string, FloatingIp>;
  readonly groups: Map<string, Group>;
  readonly rules: Map<string, GroupRule>;
  readonly quota: NetworkQuota;
  /** What neutron says it can, by the aliases of its extensions. */
  readonly extensions: Set<string>;
  defaultGroup(project: Project): Group;
  /** @throws Refusal */
  createPort(project: Project, of: z.output<typeof NewPort>['port']): Port;
  removePort(port: Port): void;
  rulesOf(groupId: string): readonly GroupRule[];
  /** The port that has a floating or a fixed address. */
  portAt(ip: string): Port | null;
  /** Whether a packet to a port of the machine is let in. */
  letsIn(port: Port, packet: { from: string; protocol: 'tcp' | 'udp'; port: number }): boolean;
}

const NewPort = z.object({
  port: z.object({
    network_id: z.string(),
    name: z.string().optional(),
    security_groups: z.array(z.string()).optional(),
    device_id: z.string().optional(),
    description: z.string().optional(),
    mac_address: z.string().optional(),
  }),
});
const PortChange = z.object({
  port: z.object({
    name: z.string().optional(),
    description: z.string().optional(),
    security_groups: z.array(z.string()).optional(),
    device_id: z.string().optional(),
  }),
});
const NewFloating = z.object({
  floatingip: z.object({
    floating_network_id: z.string(),
    port_id: z.string().nullish(),
    description: z.string().optional(),
  }),
});
const FloatingChange = z.object({ floatingip: z.object({ port_id: z.string().nullish(), description: z.string().optional() }) });
const NewGroup = z.object({ security_group: z.object({ name: z.string(), description: z.string().optional() }) });
const GroupChange = z.object({ security_group: z.object({ name: z.string().optional(), description: z.string().optional() }) });
const NewRule = z.object({
  security_group_id: z.string(),
  direction: z.enum(['ingress', 'egress']),
  ethertype: z.enum(['IPv4', 'IPv6']).default('IPv4'),
  protocol: z.union([z.string(), z.number()]).transform(String).nullish(),
  port_range_min: z.number().nullish(),
  port_range_max: z.number().nullish(),
  remote_ip_prefix: z.string().nullish(),
  remote_group_id: z.string().nullish(),
  description: z.string().optional(),
});
const NewRules = z.union([z.object({ security_group_rule: NewRule }), z.object({ security_group_rules: z.array(NewRule) })]);

/** Neutron: networks, ports, floating addresses, security groups. */
export function createNetworks(options: {
  readonly owner: Project;
  readonly listed: () => readonly { name: string; up: boolean }[];
}): Networks {
  const networks = new Map<string, Network>();
  const subnets = new Map<string, Subnet>();
  const ports = new Map<string, Port>();
  const floatingIps = new Map<string, FloatingIp>();
  const groups = new Map<string, Group>();
  const rules = new Map<string, GroupRule>();
  const quota: NetworkQuota = { floatingip: 50, port: -1, security_group: 100, security_group_rule: 1000 };
  const extensions = new Set(EXTENSIONS);
  const given = new Map<string, number>();

  const owned = (project: Project) => ({
    id: newId(),
    project_id: project.id,
    tenant_id: project.id,
    tags: [],
    created_at: second(now()),
    updated_at: second(now()),
    revision_number: 1,
  });

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

  const external = addNetwork('public', { external: true, shared: false, project: options.owner, cidrs: ['172.24.4.0/24'] });
  addNetwork('provider', { external: false, shared: true, project: options.owner, cidrs: ['203.0.113.0/24', '2001:db8:5::/64'] });
  const tenantNetworks = new Map<string, Network>();
  const routers = new Map<string, Owned>();

  /** The network that the operator of a project made, with its router. */
  function tenantNetwork(project: Project): Network {
    const there = tenantNetworks.get(project.id);
    if (there) return there;
    const network = addNetwork('priv', { external: false, shared: false, project, cidrs: ['10.20.0.0/16'] });
    tenantNetworks.set(project.id, network);
    const gateway = { network_id: external.id, external_fixed_ips: [], enable_snat: true };
    const router = { ...owned(project), name: 'priv', admin_state_up: true, status: 'ACTIVE', external_gateway_info: gateway, routes: [] };
    routers.set(router.id, router);
    const port = createPort(project, { network_id: network.id, security_groups: [], device_id: router.id });
    Object.assign(port, { device_owner: 'network:router_interface', status: 'ACTIVE' });
    return network;
  }

  function nextAddress(subnetId: string): string {
    const subnet = subnets.get(subnetId);
    if (!subnet) throw new Refusal(404, `Subnet ${subnetId} could not be found.`, 'SubnetNotFound');
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

  function within(used: number, limit: number, resource: string): void {
    if (limit >= 0 && used >= limit) throw new Refusal(409, `Quota exceeded for resources: ['${resource}'].`, 'OverQuota');
  }

  const countOf = (all: Map<string, Owned>, project: Project) =>
    [...all.values()].filter(({ project_id }) => project_id === project.id).length;

  function defaultGroup(project: Project): Group {
    const there = [...groups.values()].find(({ name, project_id }) => name === 'default' && project_id === project.id);
    if (there) return there;
    const group = addGroup(project, { name: 'default', description: 'Default security group' });
    for (const ethertype of ['IPv4', 'IPv6'] as const)
      addRule(project, { ...anything(group.id, ethertype, 'ingress'), remote_group_id: group.id });
    return group;
  }

  function addGroup(project: Project, { name, description = '' }: { name: string; description?: string | undefined }): Group {
    const group: Group = { ...owned(project), name, description, stateful: true, shared: false };
    groups.set(group.id, group);
    for (const ethertype of ['IPv4', 'IPv6'] as const) addRule(project, anything(group.id, ethertype, 'egress'));
    return group;
  }

  function addRule(project: Project, rule: z.output<typeof NewRule>): GroupRule {
    if (!groups.has(rule.security_group_id)) {
      throw new Refusal(404, `Security group ${rule.security_group_id} does not exist`, 'SecurityGroupNotFound');
    }
    const made: GroupRule = {
      ...owned(project),
      security_group_id: rule.security_group_id,
      direction: rule.direction,
      ethertype: rule.ethertype,
      protocol: rule.protocol ?? null,
      port_range_min: rule.port_range_min ?? null,
      port_range_max: rule.port_range_max ?? null,
      remote_ip_prefix: rule.remote_ip_prefix ?? null,
      remote_group_id: rule.remote_group_id ?? null,
      remote_address_group_id: null,
      normalized_cidr: rule.remote_ip_prefix ?? null,
      description: rule.description ?? '',
    };
    const same = [...rules.values()].find((other) => meaningOf(other) === meaningOf(made));
    if (same) throw new Refusal(409, `Security group rule already exists. Rule id is ${same.id}.`, 'SecurityGroupRuleExists');
    rules.set(made.id, made);
    return made;
  }

  function checkMac(project: Project, network: Network, mac: string | undefined): void {
    if (mac === undefined) return;
    if (network.project_id !== project.id) {
      throw new Refusal(403, '((rule:create_port and rule:create_port:mac_address)) is disallowed by policy', 'PolicyNotAuthorized');
    }
    const taken = [...ports.values()].some(({ network_id, mac_address }) => network_id === network.id && mac_address === mac.toLowerCase());
    if (taken) {
      const message = `Unable to complete operation for network ${network.id}. The mac address ${mac} is in use.`;
      throw new Refusal(409, message, 'MacAddressInUse');
    }
  }

  function createPort(project: Project, of: z.output<typeof NewPort>['port']): Port {
    const network = networks.get(of.network_id);
    if (!network) throw new Refusal(404, `Network ${of.network_id} could not be found.`, 'NetworkNotFound');
    for (const group of of.security_groups ?? []) {
      if (!groups.has(group)) throw new Refusal(404, `Security group ${group} does not exist`, 'SecurityGroupNotFound');
    }
    within(countOf(ports, project), quota.port, 'port');
    checkMac(project, network, of.mac_address);
    const id = newId();
    const port: Port = {
      ...owned(project),
      id,
      name: of.name ?? '',
      network_id: network.id,
      mac_address: of.mac_address ?? `fa:16:3e:${id.slice(0, 2)}:${id.slice(2, 4)}:${id.slice(4, 6)}`,
      admin_state_up: true,
      status: 'DOWN',
      device_id: of.device_id ?? '',
      device_owner: '',
      fixed_ips: network.subnets.map((subnet_id) => ({ subnet_id, ip_address: nextAddress(subnet_id) })),
      security_groups: [...(of.security_groups ?? [defaultGroup(project).id])],
      port_security_enabled: true,
      'binding:vnic_type': 'normal',
      'binding:host_id': '',
      allowed_address_pairs: [],
      extra_dhcp_opts: [],
      description: of.description ?? '',
    };
    ports.set(id, port);
    return port;
  }

  function attach(floating: FloatingIp, portId: string | null): void {
    if (portId === null) return void Object.assign(floating, { port_id: null, fixed_ip_address: null, router_id: null, status: 'DOWN' });
    const port = ports.get(portId);
    if (!port) throw new Refusal(404, `Port ${portId} could not be found.`, 'PortNotFound');
    const taken = [...floatingIps.values()].some((other) => other.id !== floating.id && other.port_id === portId);
    const fixed = port.fixed_ips.find(({ ip_address }) => ip_address.includes('.'))?.ip_address ?? null;
    if (taken) {
      const what = `Cannot associate floating IP ${floating.floating_ip_address} (${floating.id}) with port ${portId} using fixed IP ${fixed}`;
      const message = `${what}, as that fixed IP already has a floating IP on external network ${floating.floating_network_id}.`;
      throw new Refusal(409, message, 'FloatingIPPortAlreadyAssociated');
    }
    Object.assign(floating, { port_id: portId, fixed_ip_address: fixed, router_id: newId(), status: 'ACTIVE' });
  }

  function mine<T extends Owned>(all: Map<string, T>, { user }: Caller, id: string, what: string): T {
    const found = all.get(id);
    const open =
      found &&
      (user.role === 'admin' || found.project_id === user.project.id || found['shared'] === true || found['router:external'] === true);
    if (!found || !open) {
      const says = what === 'Security group' ? `${what} ${id} does not exist` : `${what} ${id} could not be found.`;
      throw new Refusal(404, says, `${what.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())}NotFound`);
    }
    return found;
  }

  const shown = {
    network: (network: Network) => network,
    subnet: (subnet: Subnet) => subnet,
    port: (port: Port, caller: Caller) => {
      const { 'binding:host_id': host, ...rest } = port;
      if (caller.user.role !== 'admin') return rest;
      const vif = { 'binding:vif_type': host === '' ? 'unbound' : 'bridge', 'binding:vif_details': {}, 'binding:profile': {} };
      return { ...rest, 'binding:host_id': host, ...vif };
    },
    floatingip: (floating: FloatingIp) => {
      const port = floating.port_id === null ? undefined : ports.get(floating.port_id);
      const { name, network_id, mac_address, status, device_id, device_owner } = port ?? {};
      const details = port ? { name, network_id, mac_address, admin_state_up: true, status, device_id, device_owner } : null;
      return { ...floating, port_details: details };
    },
    security_group: (group: Group) => ({ ...group, security_group_rules: rulesOf(group.id) }),
  };

  function rulesOf(groupId: string): readonly GroupRule[] {
    return [...rules.values()].filter(({ security_group_id }) => security_group_id === groupId);
  }

  function listOf<T extends Owned>(key: string, all: () => Iterable<T>, show: (one: T, caller: Caller) => object) {
    return (call: Call & { caller: Caller }): Answer => {
      const { user } = call.caller;
      tenantNetwork(user.project);
      defaultGroup(user.project);
      const seen = [...all()].filter(
        (one) => user.role === 'admin' || one.project_id === user.project.id || one['shared'] === true || one['router:external'] === true,
      );
      return {
        status: 200,
        body: pageOf(
          call,
          key,
          seen.map((one) => show(one, call.caller)).filter((one) => matches(one, call.query)),
        ),
      };
    };
  }

  const routes: Routes = {
    'GET /v2.0/networks': listOf('networks', () => networks.values(), shown.network),
    'GET /v2.0/networks/:id': ({ caller }, id = '') => ({ status: 200, body: { network: mine(networks, caller, id, 'Network') } }),
    'GET /v2.0/subnets': listOf('subnets', () => subnets.values(), shown.subnet),
    'GET /v2.0/subnets/:id': ({ caller }, id = '') => ({ status: 200, body: { subnet: mine(subnets, caller, id, 'Subnet') } }),
    'GET /v2.0/routers': listOf(
      'routers',
      () => routers.values(),
      (router) => router,
    ),
    'GET /v2.0/ports': listOf('ports', () => ports.values(), shown.port),
    'GET /v2.0/ports/:id': ({ caller }, id = '') => ({ status: 200, body: { port: shown.port(mine(ports, caller, id, 'Port'), caller) } }),
    'POST /v2.0/ports': (call) => ({
      status: 201,
      body: { port: shown.port(createPort(call.caller.user.project, parsed(NewPort, call).port), call.caller) },
    }),
    'PUT /v2.0/ports/:id': (call, id = '') => {
      const port = mine(ports, call.caller, id, 'Port');
      Object.assign(port, parsed(PortChange, call).port, { updated_at: second(now()) });
      return { status: 200, body: { port: shown.port(port, call.caller) } };
    },
    'DELETE /v2.0/ports/:id': ({ caller }, id = '') => {
      removePort(mine(ports, caller, id, 'Port'));
      return { status: 204 };
    },
    'GET /v2.0/floatingips': listOf('floatingips', () => floatingIps.values(), shown.floatingip),
    'GET /v2.0/floatingips/:id': ({ caller }, id = '') => ({
      status: 200,
      body: { floatingip: shown.floatingip(mine(floatingIps, caller, id, 'Floating IP')) },
    }),
    'POST /v2.0/floatingips': (call) => {
      const { floatingip: asked } = parsed(NewFloating, call);
      const network = mine(networks, call.caller, asked.floating_network_id, 'Network');
      if (!network['router:external']) {
        throw new Refusal(400, `Bad floatingip request: Network ${network.id} is not a valid external network.`, 'BadRequest');
      }
      within(countOf(floatingIps, call.caller.user.project), quota.floatingip, 'floatingip');
      const floating: FloatingIp = {
        ...owned(call.caller.user.project),
        floating_ip_address: nextAddress(network.subnets[0] ?? ''),
        floating_network_id: network.id,
        description: asked.description ?? '',
        port_id: null,
        fixed_ip_address: null,
        router_id: null,
        status: 'DOWN',
      };
      attach(floating, asked.port_id ?? null);
      floatingIps.set(floating.id, floating);
      // A moment passes before its router has it, which the answer does not wait for.
      return { status: 201, body: { floatingip: { ...shown.floatingip(floating), status: 'DOWN' } } };
    },
    'PUT /v2.0/floatingips/:id': (call, id = '') => {
      const floating = mine(floatingIps, call.caller, id, 'Floating IP');
      const { floatingip: asked } = parsed(FloatingChange, call);
      if (asked.description !== undefined) floating.description = asked.description;
      if (asked.port_id !== undefined) attach(floating, asked.port_id);
      return { status: 200, body: { floatingip: shown.floatingip(floating) } };
    },
    'DELETE /v2.0/floatingips/:id': ({ caller }, id = '') => {
      floatingIps.delete(mine(floatingIps, caller, id, 'Floating IP').id);
      return { status: 204 };
    },
    'GET /v2.0/security-groups': listOf('security_groups', () => groups.values(), shown.security_group),
    'GET /v2.0/security-groups/:id': ({ caller }, id = '') => ({
      status: 200,
      body: { security_group: shown.security_group(mine(groups, caller, id, 'Security group')) },
    }),
    'POST /v2.0/security-groups': (call) => {
      const { project } = call.caller.user;
      within(countOf(groups, project), quota.security_group, 'security_group');
      return { status: 201, body: { security_group: shown.security_group(addGroup(project, parsed(NewGroup, call).security_group)) } };
    },
    'PUT /v2.0/security-groups/:id': (call, id = '') => {
      const group = mine(groups, call.caller, id, 'Security group');
      Object.assign(group, parsed(GroupChange, call).security_group);
      return { status: 200, body: { security_group: shown.security_group(group) } };
    },
    'DELETE /v2.0/security-groups/:id': ({ caller }, id = '') => {
      const group = mine(groups, caller, id, 'Security group');
      if ([...ports.values()].some((port) => port.security_groups.includes(id))) {
        throw new Refusal(409, `Security Group ${id} in use.`, 'SecurityGroupInUse');
      }
      groups.delete(group.id);
      for (const rule of rulesOf(id)) rules.delete(rule.id);
      return { status: 204 };
    },
    'GET /v2.0/security-group-rules': listOf(
      'security_group_rules',
      () => rules.values(),
      (rule) => rule,
    ),
    'POST /v2.0/security-group-rules': (call) => {
      const asked = parsed(NewRules, call);
      const { project } = call.caller.user;
      const many = 'security_group_rules' in asked ? asked.security_group_rules : [asked.security_group_rule];
      within(countOf(rules, project) + many.length - 1, quota.security_group_rule, 'security_group_rule');
      // All of them or none, as in one transaction.
      const before = [...rules];
      try {
        const made = many.map((rule) => addRule(project, rule));
        // A rule that was just made is told without its tags.
        const shown = made.map(({ tags: _tags, ...rule }) => rule);
        return { status: 201, body: 'security_group_rules' in asked ? { security_group_rules: shown } : { security_group_rule: shown[0] } };
      } catch (error) {
        rules.clear();
        for (const [id, rule] of before) rules.set(id, rule);
        throw error;
      }
    },
    'DELETE /v2.0/security-group-rules/:id': ({ caller }, id = '') => {
      rules.delete(mine(rules, caller, id, 'Security group rule').id);
      return { status: 204 };
    },
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

  function removePort(port: Port): void {
    ports.delete(port.id);
    for (const floating of floatingIps.values()) if (floating.port_id === port.id) attach(floating, null);
  }

  const service: Service = {
    name: 'network',
    open: (call) => (call.path === '/' ? { status: 200, body: { versions: [{ id: 'v2.0', status: 'CURRENT', links: [] }] } } : null),
    routes,
    refusal: ({ message, kind, status }) => ({ NeutronError: { type: kind || `HTTP${status}`, message, detail: '' } }),
  };
  return {
    service,
    networks,
    ports,
    floatingIps,
    groups,
    rules,
    quota,
    extensions,
    defaultGroup,
    createPort,
    removePort,
    rulesOf,
    portAt(ip) {
      const floating = [...floatingIps.values()].find(({ floating_ip_address }) => floating_ip_address === ip);
      if (floating) return floating.port_id === null ? null : (ports.get(floating.port_id) ?? null);
      return [...ports.values()].find(({ fixed_ips }) => fixed_ips.some(({ ip_address }) => ip_address === ip)) ?? null;
    },
    letsIn(port, packet) {
      const family = packet.from.includes(':') ? 'IPv6' : 'IPv4';
      return port.security_groups
        .flatMap(rulesOf)
        .some(
          (rule) =>
            rule.direction === 'ingress' &&
            rule.ethertype === family &&
            rule.remote_group_id === null &&
            (rule.protocol === null || rule.protocol === packet.protocol) &&
            (rule.port_range_min === null || (rule.port_range_min <= packet.port && packet.port <= (rule.port_range_max ?? 65_535))) &&
            isIn(packet.from, rule.remote_ip_prefix),
        );
    },
  };
}

function anything(groupId: string, ethertype: 'IPv4' | 'IPv6', direction: 'ingress' | 'egress'): z.output<typeof NewRule> {
  return { security_group_id: groupId, ethertype, direction };
}

function meaningOf(rule: GroupRule): string {
  const { security_group_id, direction, ethertype, protocol, port_range_min, port_range_max, remote_ip_prefix, remote_group_id } = rule;
  return JSON.stringify([
    security_group_id,
    direction,
    ethertype,
    protocol,
    port_range_min,
    port_range_max,
    remote_ip_prefix,
    remote_group_id,
  ]);
}

function isIn(ip: string, prefix: string | null): boolean {
  if (prefix === null) return true;
  const [network = '', bits = ''] = prefix.split('/');
  const family = ip.includes(':') ? 'ipv6' : 'ipv4';
  const list = new BlockList();
  list.addSubnet(network, Number(bits || (family === 'ipv6' ? 128 : 32)), family);
  return list.check(ip, family);
}

function matches(one: object, query: URLSearchParams): boolean {
  const known = new Map(Object.entries(one));
  for (const key of new Set(query.keys())) {
    if (['fields', 'limit', 'marker', 'sort_key', 'sort_dir', 'page_reverse'].includes(key)) continue;
    const wanted = query.getAll(key);
    const name = key === 'tenant_id' ? 'project_id' : key;
    if (name === 'tags') {
      const tags = known.get('tags');
      if (!Array.isArray(tags) || !wanted.flatMap((text) => text.split(',')).every((tag) => tags.includes(tag))) return false;
    } else if (name === 'tags-any') {
      const tags = known.get('tags');
      if (!Array.isArray(tags) || !wanted.flatMap((text) => text.split(',')).some((tag) => tags.includes(tag))) return false;
    } else if (!wanted.some((text) => text.toLowerCase() === String(known.get(name) ?? '').toLowerCase())) return false;
  }
  return true;
}

/** The page that is asked for, with a link to the next. */
function pageOf(call: Call, key: string, all: readonly object[]) {
  const limit = Number(call.query.get('limit') ?? 0);
  const marker = call.query.get('marker');
  const idOf = (one: object) => ('id' in one ? one.id : null);
  const from = marker === null ? 0 : all.findIndex((one) => idOf(one) === marker) + 1;
  const page = limit > 0 ? all.slice(from, from + limit) : all.slice(from);
  const fields = call.query.getAll('fields');
  const cut =
    fields.length === 0 ? page : page.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => fields.includes(name))));
  const last = page.at(-1);
  if (limit === 0 || last === undefined || from + page.length >= all.length) return { [key]: cut };
  const next = new URLSearchParams(call.query);
  next.set('marker', String(idOf(last)));
  return { [key]: cut, [`${key}_links`]: [{ rel: 'next', href: `http://double${call.path}?${next}` }] };
}

function parsed<T>(shape: z.ZodType<T>, call: Call): T {
  const body = shape.safeParse(jsonOf(call));
  if (!body.success) throw new Refusal(400, `Invalid input: ${z.prettifyError(body.error)}`, 'HTTPBadRequest');
  return body.data;
}
