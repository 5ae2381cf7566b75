import type { EngineCause, MachinePower, Observed } from '../../engine.ts';
import { causeOfWords } from '../cloud/cloud-errors.ts';
import type { CloudServer, FloatingIp, Port } from '../cloud/cloud-shapes.ts';
import { isSilent, type Sight } from './look.ts';
import { marksIn } from './machine-marks.rules.ts';
import { isPublicIpv6 } from './public-address.rules.ts';

/** A machine in the port's terms, from the cloud's data and our marks. */
export function observedOf(serverId: string, server: CloudServer, reached: Pick<Sight, 'port' | 'floatingIp'>): Observed {
  const marks = marksIn(server);
  const power = powerOf(server);
  const told = marks.been !== undefined && marks.asleep === undefined && power !== 'hibernated';
  const { ipv4, ipv6 } = told ? addressesOf(reached) : { ipv4: null, ipv6: null };
  return {
    serverId,
    power,
    hostName: power === 'hibernated' ? null : (marks.host ?? placeOf(server)),
    ipv4,
    ipv6,
    rebootToken: marks.rebooted ?? null,
    failure: power === 'failed' ? failureOf(server) : null,
    ...(server.status === 'SOFT_DELETED' && { softDeleted: true }),
  };
}

/** Its location according to nova: whoever may not see hosts sees zones. */
function placeOf(server: CloudServer): string | null {
  return server['OS-EXT-SRV-ATTR:host'] ?? (server['OS-EXT-AZ:availability_zone'] || null);
}

/** A machine's public addresses: the floating one, or those of its port. IPv6 addresses need no floating ones. */
export function addressesOf({ port, floatingIp }: Pick<Sight, 'port' | 'floatingIp'>): { ipv4: string | null; ipv6: string | null } {
  const fixed = port?.fixed_ips.map(({ ip_address }) => ip_address) ?? [];
  const ipv6 = fixed.find(isPublicIpv6) ?? null;
  return { ipv4: floatingIp?.floating_ip_address ?? fixed.find((ip) => !ip.includes(':')) ?? null, ipv6 };
}

/** Nova's tasks by name, and the state they imply; tasks not listed do not change the machine's power. */
const duringTask: readonly (readonly [RegExp, MachinePower])[] = [
  [/^(soft-)?deleting$/, 'deleting'],
  [/^powering-off$/, 'stopping'],
  [/^powering-on$/, 'starting'],
  [/^reboot|_rebooting|reboot_(pending|started)/, 'rebooting'],
  [/^shelving/, 'hibernating'],
  [/^(unshelving|spawning|scheduling|networking|block_device_mapping|rebuild)/, 'starting'],
];

export function powerOf(server: CloudServer): MachinePower {
  if (isSilent(server.host_status)) return 'unreachable';
  if (isUnwakeable(server)) return 'hibernated';
  const task = server['OS-EXT-STS:task_state'] ?? null;
  const during = task === null ? undefined : duringTask.find(([pattern]) => pattern.test(task))?.[1];
  if (during !== undefined) return during;
  const marks = marksIn(server);
  switch (server.status) {
    case 'ACTIVE':
    case 'PASSWORD':
      if (marks.up !== undefined) return 'running';
      return marks.reboot !== undefined ? 'rebooting' : 'starting';
    case 'REBOOT':
    case 'HARD_REBOOT':
      return 'rebooting';
    case 'BUILD':
    case 'REBUILD':
      return 'starting';
    case 'SHELVED':
      return 'hibernating';
    case 'SHELVED_OFFLOADED':
      return 'hibernated';
    case 'SHUTOFF':
    // Between two hosts, with the move not yet confirmed; or paused by an administrator.
    case 'RESIZE':
    case 'VERIFY_RESIZE':
    case 'REVERT_RESIZE':
    case 'MIGRATING':
      return server.status === 'MIGRATING' ? 'running' : 'stopped';
    // A machine that is gone has lost its metadata: nova is about to forget it, or fails to, and then it is back, in ERROR.
    case 'DELETED':
      return 'deleting';
    // Nova keeps it, with everything it has, and can restore it.
    case 'SOFT_DELETED':
    case 'PAUSED':
    case 'SUSPENDED':
    case 'RESCUE':
      return 'stopped';
    default:
      return 'failed';
  }
}

function failureOf({ fault }: CloudServer): EngineCause {
  return causeOfWords(fault?.message ?? '');
}

/**
 * Nova tried to resume it and found that the image with its disk is gone: it stays in ERROR, as if resuming. It is on no host and uses
 * nothing, as in hibernation; only its removal still works.
 */
export function isUnwakeable(server: CloudServer): boolean {
  const { status, hostId, fault } = server;
  const wakes = server['OS-EXT-STS:task_state'] === 'unshelving' || /unshelve/i.test(fault?.message ?? '');
  return status === 'ERROR' && hostId === '' && wakes && !neverRan(server);
}

/** It has never run, so nothing is lost with it. */
export function neverRan(server: CloudServer): boolean {
  return (server['OS-SRV-USG:launched_at'] ?? null) === null && marksIn(server).been === undefined;
}

/** Since when it has been running, by the cloud's clock: since the request, or since nova launched it, if nova copied its image first. */
export function runsSinceMs(server: CloudServer): number {
  const { since } = marksIn(server);
  // Nova's times are UTC, but only some fields say so.
  const launchedAt = server['OS-SRV-USG:launched_at']?.replace(/Z?$/, 'Z');
  return Math.max(...[since, launchedAt].map((time) => (time === undefined ? 0 : Date.parse(time))));
}

/** A machine's port in a list of ports. */
export function portOf(server: CloudServer, ports: readonly Port[]): Port | null {
  return ports.find(({ device_id }) => device_id === server.id) ?? null;
}

export function floatingIpOf(port: Port | null, floatingIps: readonly FloatingIp[]): FloatingIp | null {
  return port === null ? null : (floatingIps.find(({ port_id }) => port_id === port.id) ?? null);
}
