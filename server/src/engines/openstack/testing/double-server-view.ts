import { createHash } from 'node:crypto';
import type { Caller } from './double-http.ts';
import type { Networks } from './double-network.ts';
import type { Port } from './double-ports.ts';
import { micros, second, type Flavor, type PretendedHost, type Server } from './double-world.ts';

/** A server as nova 2.79 to 2.93 shows it: the more to an administrator. */
export function shownServer(server: Server, { user }: Caller, from: { ports: readonly Port[]; networks: Networks; base: string }) {
  const { id, status, host, flavor, fault } = server;
  const settled =
    status === 'ACTIVE' || status === 'BUILD' || status === 'REBOOT' || status === 'HARD_REBOOT' || status === 'VERIFY_RESIZE';
  const groups = [...new Set(from.ports.flatMap((port) => port.security_groups))].flatMap(
    (group) => from.networks.groups.get(group)?.name ?? [],
  );
  return {
    id,
    name: server.name,
    status,
    tenant_id: server.project.id,
    user_id: server.user.id,
    metadata: server.metadata,
    hostId: host ? hostIdOf(server, host) : '',
    image:
      server.imageId === null ? '' : { id: server.imageId, links: [{ rel: 'bookmark', href: `${from.base}/images/${server.imageId}` }] },
    flavor: {
      vcpus: flavor.vcpus,
      ram: flavor.ram,
      disk: flavor.disk,
      ephemeral: flavor.ephemeral,
      swap: flavor.swap,
      original_name: flavor.name,
      extra_specs: flavor.extraSpecs,
    },
    created: second(server.createdAt),
    updated: second(server.updatedAt),
    addresses: addressesOf(from.ports, from.networks),
    accessIPv4: '',
    accessIPv6: '',
    links: linksOf(id, from.base),
    'OS-DCF:diskConfig': 'MANUAL',
    ...(settled && { progress: 0 }),
    ...(fault && { fault: { code: fault.code, created: second(fault.created), message: fault.message } }),
    'OS-EXT-AZ:availability_zone': server.zone,
    config_drive: server.configDrive ? 'True' : '',
    key_name: server.keyName,
    'OS-SRV-USG:launched_at': server.launchedAt && micros(server.launchedAt),
    'OS-SRV-USG:terminated_at': status === 'DELETED' ? micros(server.updatedAt) : null,
    ...(groups.length > 0 && { security_groups: groups.map((name) => ({ name })) }),
    ...(user.role === 'admin' && {
      'OS-EXT-SRV-ATTR:host': host?.name ?? null,
      'OS-EXT-SRV-ATTR:instance_name': `instance-${id.slice(0, 8)}`,
      'OS-EXT-SRV-ATTR:hypervisor_hostname': host?.name ?? null,
      'OS-EXT-SRV-ATTR:reservation_id': `r-${id.slice(0, 8)}`,
      'OS-EXT-SRV-ATTR:launch_index': 0,
      'OS-EXT-SRV-ATTR:kernel_id': '',
      'OS-EXT-SRV-ATTR:ramdisk_id': '',
      'OS-EXT-SRV-ATTR:root_device_name': '/dev/vda',
      'OS-EXT-SRV-ATTR:user_data': server.userData,
      host_status: host ? (host.up ? 'UP' : 'UNKNOWN') : '',
    }),
    'OS-EXT-STS:task_state': server.taskState,
    'OS-EXT-STS:vm_state': server.vmState,
    'OS-EXT-STS:power_state': server.powerState,
    'os-extended-volumes:volumes_attached': server.volumes.map(({ volumeId, deleteOnTermination }) => ({
      id: volumeId,
      delete_on_termination: deleteOnTermination,
    })),
    locked: server.locked,
    locked_reason: null,
    description: server.description,
    tags: server.tags,
    trusted_image_certificates: null,
    'OS-EXT-SRV-ATTR:hostname': server.hostname,
    server_groups: [],
  };
}

export function briefServer({ id, name }: Server, base: string) {
  return { id, name, links: linksOf(id, base) };
}

export function linksOf(id: string, base: string, what = 'servers') {
  return [
    { rel: 'self', href: `${base}/v2.1/${what}/${id}` },
    { rel: 'bookmark', href: `${base}/${what}/${id}` },
  ];
}

export function shownFlavor(flavor: Flavor, base: string) {
  return {
    id: flavor.id,
    name: flavor.name,
    ram: flavor.ram,
    disk: flavor.disk,
    swap: flavor.swap,
    'OS-FLV-EXT-DATA:ephemeral': flavor.ephemeral,
    'OS-FLV-DISABLED:disabled': false,
    vcpus: flavor.vcpus,
    'os-flavor-access:is_public': flavor.isPublic,
    rxtx_factor: 1,
    links: linksOf(flavor.id, base, 'flavors'),
    description: flavor.description,
    extra_specs: flavor.extraSpecs,
  };
}

/** Whoever is in a project can tell two hosts apart by it, and no more. */
export function hostIdOf({ project }: Pick<Server, 'project'>, { name }: PretendedHost): string {
  return createHash('sha224')
    .update(project.id + name)
    .digest('hex');
}

function addressesOf(ports: readonly Port[], networks: Networks) {
  const addresses: Record<string, object[]> = {};
  for (const port of ports) {
    const name = networks.networks.get(port.network_id)?.name ?? '';
    const shown = (addr: string, type: 'fixed' | 'floating') => ({
      version: addr.includes(':') ? 6 : 4,
      addr,
      'OS-EXT-IPS:type': type,
      'OS-EXT-IPS-MAC:mac_addr': port.mac_address,
    });
    const floating = [...networks.floatingIps.values()].filter(({ port_id }) => port_id === port.id);
    addresses[name] = [
      ...(addresses[name] ?? []),
      ...port.fixed_ips.map(({ ip_address }) => shown(ip_address, 'fixed')),
      ...floating.map(({ floating_ip_address }) => shown(floating_ip_address, 'floating')),
    ];
  }
  return addresses;
}
