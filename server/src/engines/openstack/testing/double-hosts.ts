import type { Routes } from './double-http.ts';
import { adminOnly } from './double-nova-calls.ts';
import { micros, newId, now, type PretendedHost } from './double-world.ts';

/** Nova's compute hosts: as services, hypervisors, availability zones and aggregates. */
export function hostRoutes(hosts: readonly PretendedHost[]): Routes {
  const zones = () => [...new Set(hosts.map(({ zone }) => zone))];

  return {
    'GET /v2.1/os-services': ({ caller, query }) => {
      adminOnly(caller, 'os-services:list');
      const services = hosts.map((host) => ({
        binary: 'nova-compute',
        host: host.name,
        id: host.id,
        zone: host.zone,
        status: host.enabled ? 'enabled' : 'disabled',
        state: host.up ? 'up' : 'down',
        updated_at: micros(now()),
        disabled_reason: null,
        forced_down: false,
      }));
      return { status: 200, body: { services: services.filter(({ host }) => host === (query.get('host') ?? host)) } };
    },
    'GET /v2.1/os-hypervisors/detail': ({ caller }) => {
      adminOnly(caller, 'os-hypervisors:list-detail');
      return { status: 200, body: { hypervisors: hosts.map(shownHypervisor).toReversed() } };
    },
    'GET /v2.1/os-availability-zone': () => ({
      status: 200,
      body: { availabilityZoneInfo: zones().map((zoneName) => ({ zoneName, zoneState: { available: true }, hosts: null })) },
    }),
    'GET /v2.1/os-availability-zone/detail': ({ caller }) => {
      adminOnly(caller, 'os-availability-zone:detail');
      const hostsOf = (zone: string) =>
        Object.fromEntries(
          hosts
            .filter((host) => host.zone === zone)
            .map(({ name, up }) => [name, { 'nova-compute': { available: up, active: true, updated_at: micros(now()) } }]),
        );
      return {
        status: 200,
        body: { availabilityZoneInfo: zones().map((zoneName) => ({ zoneName, zoneState: { available: true }, hosts: hostsOf(zoneName) })) },
      };
    },
    'GET /v2.1/os-aggregates': ({ caller }) => {
      adminOnly(caller, 'os-aggregates:index');
      const aggregates = zones().map((zone, n) => ({
        id: n + 1,
        uuid: newId(),
        name: zone,
        hosts: hosts.filter((host) => host.zone === zone).map(({ name }) => name),
        metadata: { availability_zone: zone },
        availability_zone: zone,
      }));
      return { status: 200, body: { aggregates } };
    },
  };
}

function shownHypervisor({ id, name, up, enabled }: PretendedHost) {
  return {
    id,
    hypervisor_hostname: name,
    state: up ? 'up' : 'down',
    status: enabled ? 'enabled' : 'disabled',
    hypervisor_type: 'QEMU',
    hypervisor_version: 7002022,
    host_ip: '127.0.0.1',
    service: { id, host: name, disabled_reason: null },
    uptime: null,
  };
}
