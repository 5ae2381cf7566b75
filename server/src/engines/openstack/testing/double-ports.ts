import { z } from 'zod';
import { Refusal, type Caller, type Routes } from './double-http.ts';
import { countOf, mine, owned, parsed, within, type ListOf, type NetworkQuota, type Owned } from './double-network-resource.ts';
import type { Group } from './double-security-groups.ts';
import type { Network } from './double-subnets.ts';
import { newId, now, second, type Project } from './double-world.ts';

export interface Port extends Owned {
  name: string;
  readonly network_id: string;
  readonly mac_address: string;
  status: string;
  device_id: string;
  device_owner: string;
  fixed_ips: { readonly subnet_id: string; readonly ip_address: string }[];
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
    fixed_ips: z.array(z.object({ subnet_id: z.string(), ip_address: z.string().optional() })).optional(),
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
export type NewPort = z.output<typeof NewPort>['port'];

export interface PortDeps {
  readonly networks: ReadonlyMap<string, Network>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly quota: NetworkQuota;
  readonly listOf: ListOf;
  defaultGroup(project: Project): Group;
  /** @throws Refusal */
  nextAddress(subnetId: string): string;
  /** It may be given again. */
  giveBack(subnetId: string, ip: string): void;
}

/** Neutron's ports, and the floating addresses that lead to them. */
export function createPorts({ networks, groups, quota, listOf, defaultGroup, nextAddress, giveBack }: PortDeps) {
  const ports = new Map<string, Port>();
  const floatingIps = new Map<string, FloatingIp>();

  function createPort(project: Project, of: NewPort): Port {
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

  function removePort(port: Port): void {
    ports.delete(port.id);
    for (const floating of floatingIps.values()) if (floating.port_id === port.id) attach(floating, null);
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

  /** Of a network that is shared, only its owner and administrators change the addresses of a port, though whoever has the port made it there. */
  function setFixed(port: Port, wanted: readonly { subnet_id: string; ip_address?: string | undefined }[], { user }: Caller): void {
    const left = port.fixed_ips.filter(({ ip_address }) => !wanted.some((one) => one.ip_address === ip_address));
    const { project_id } = networks.get(port.network_id) ?? {};
    if (project_id !== user.project.id && user.role !== 'admin') {
      throw new Refusal(403, '((rule:update_port and rule:update_port:fixed_ips)) is disallowed by policy', 'PolicyNotAuthorized');
    }
    port.fixed_ips = wanted.map(({ subnet_id, ip_address }) => ({ subnet_id, ip_address: ip_address ?? nextAddress(subnet_id) }));
    for (const { subnet_id, ip_address } of left) giveBack(subnet_id, ip_address);
  }

  /** The port that has a floating or a fixed address. */
  function portAt(ip: string): Port | null {
    const floating = [...floatingIps.values()].find(({ floating_ip_address }) => floating_ip_address === ip);
    if (floating) return floating.port_id === null ? null : (ports.get(floating.port_id) ?? null);
    return [...ports.values()].find(({ fixed_ips }) => fixed_ips.some(({ ip_address }) => ip_address === ip)) ?? null;
  }

  const shownFloating = (floating: FloatingIp) => {
    const port = floating.port_id === null ? undefined : ports.get(floating.port_id);
    const { name, network_id, mac_address, status, device_id, device_owner } = port ?? {};
    const details = port ? { name, network_id, mac_address, admin_state_up: true, status, device_id, device_owner } : null;
    return { ...floating, port_details: details };
  };

  const portRoutes: Routes = {
    'GET /v2.0/ports': listOf('ports', ports, shownPort),
    'GET /v2.0/ports/:id': ({ caller }, id = '') => ({ status: 200, body: { port: shownPort(mine(ports, caller, id, 'Port'), caller) } }),
    'POST /v2.0/ports': (call) => ({
      status: 201,
      body: { port: shownPort(createPort(call.caller.user.project, parsed(NewPort, call).port), call.caller) },
    }),
    'PUT /v2.0/ports/:id': (call, id = '') => {
      const port = mine(ports, call.caller, id, 'Port');
      const { fixed_ips: fixed, ...change } = parsed(PortChange, call).port;
      if (fixed) setFixed(port, fixed, call.caller);
      Object.assign(port, change, { updated_at: second(now()) });
      return { status: 200, body: { port: shownPort(port, call.caller) } };
    },
    'DELETE /v2.0/ports/:id': ({ caller }, id = '') => {
      removePort(mine(ports, caller, id, 'Port'));
      return { status: 204 };
    },
  };

  const floatingRoutes: Routes = {
    'GET /v2.0/floatingips': listOf('floatingips', floatingIps, shownFloating),
    'GET /v2.0/floatingips/:id': ({ caller }, id = '') => ({
      status: 200,
      body: { floatingip: shownFloating(mine(floatingIps, caller, id, 'Floating IP')) },
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
      return { status: 201, body: { floatingip: { ...shownFloating(floating), status: 'DOWN' } } };
    },
    'PUT /v2.0/floatingips/:id': (call, id = '') => {
      const floating = mine(floatingIps, call.caller, id, 'Floating IP');
      const { floatingip: asked } = parsed(FloatingChange, call);
      if (asked.description !== undefined) floating.description = asked.description;
      if (asked.port_id !== undefined) attach(floating, asked.port_id);
      return { status: 200, body: { floatingip: shownFloating(floating) } };
    },
    'DELETE /v2.0/floatingips/:id': ({ caller }, id = '') => {
      floatingIps.delete(mine(floatingIps, caller, id, 'Floating IP').id);
      return { status: 204 };
    },
  };

  return { ports, floatingIps, createPort, removePort, portAt, routes: { ...portRoutes, ...floatingRoutes } };
}

function shownPort(port: Port, { user }: Caller) {
  const { 'binding:host_id': host, ...rest } = port;
  if (user.role !== 'admin') return rest;
  const vif = { 'binding:vif_type': host === '' ? 'unbound' : 'bridge', 'binding:vif_details': {}, 'binding:profile': {} };
  return { ...rest, 'binding:host_id': host, ...vif };
}
