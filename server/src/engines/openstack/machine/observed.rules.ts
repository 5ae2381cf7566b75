import type { EngineCause, MachinePower, Observed } from '../../engine.ts';
import { causeOfWords } from '../cloud/cloud-errors.ts';
import type { CloudServer, FloatingIp, Port } from '../cloud/cloud-shapes.ts';
import { isSilent, type Sight } from './look.ts';
import { marksIn } from './machine-marks.rules.ts';
import { isPublicIpv6 } from './public-address.rules.ts';

/** A machine as the port tells it, from what the cloud says of it and what we wrote on it. */
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

/** Where nova says that it is: who may not see hosts is told of zones. */
function placeOf(server: CloudServer): string | null {
  return server['OS-EXT-SRV-ATTR:host'] ?? (server['OS-EXT-AZ:availability_zone'] || null);
}

/** The public addresses of a machine: the floating one, or those of its port. IPv6 addresses need no floating ones. */
export function addressesOf({ port, floatingIp }: Pick<Sight, 'port' | 'floatingIp'>): { ipv4: string | null; ipv6: string | null } {
  const fixed = port?.fixed_ips.map(({ ip_address }) => ip_address) ?? [];
  const ipv6 = fixed.find(isPublicIpv6) ?? null;
  return { ipv4: floatingIp?.floating_ip_address ?? fixed.find((ip) => !ip.includes(':')) ?? null, ipv6 };
}

/** What nova does to a machine, by what it calls it; what is not named changes nothing of its power. */
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
    // Between two hosts, and not yet confirmed there. Frozen by an administrator.
    case 'RESIZE':
    case 'VERIFY_RESIZE':
    case 'REVERT_RESIZE':
    case 'MIGRATING':
      return server.status === 'MIGRATING' ? 'running' : 'stopped';
    // One that is gone says no more whose it was: nova is about to forget this one, or fails at that, and then it is there again, in ERROR.
    case 'DELETED':
      return 'deleting';
    // Nova keeps it, with all that it has, and can give it back.
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
 * Nova was to wake it and found the image gone that holds its disk: it calls it ERROR, for ever in the middle of its waking. It is on no
 * host and uses nothing, as while it slept; of what nova lets be done to it, only its removal works.
 */
export function isUnwakeable(server: CloudServer): boolean {
  const { status, hostId, fault } = server;
  const wakes = server['OS-EXT-STS:task_state'] === 'unshelving' || /unshelve/i.test(fault?.message ?? '');
  return status === 'ERROR' && hostId === '' && wakes && !neverRan(server);
}

/** It has never run: nothing is lost with it. */
export function neverRan(server: CloudServer): boolean {
  return (server['OS-SRV-USG:launched_at'] ?? null) === null && marksIn(server).been === undefined;
}

/** Since when it has run, by the cloud's clock: since it was asked to, or since nova had it, which may have copied its image first. */
export function runsSinceMs(server: CloudServer): number {
  const { since } = marksIn(server);
  // Nova's times are UTC, and say so in some fields only.
  const launchedAt = server['OS-SRV-USG:launched_at']?.replace(/Z?$/, 'Z');
  return Math.max(...[since, launchedAt].map((time) => (time === undefined ? 0 : Date.parse(time))));
}

/** Those of a list, by the machine that they belong to. */
export function portOf(server: CloudServer, ports: readonly Port[]): Port | null {
  return ports.find(({ device_id }) => device_id === server.id) ?? null;
}

export function floatingIpOf(port: Port | null, floatingIps: readonly FloatingIp[]): FloatingIp | null {
  return port === null ? null : (floatingIps.find(({ port_id }) => port_id === port.id) ?? null);
}
