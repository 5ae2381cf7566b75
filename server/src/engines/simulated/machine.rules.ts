import { addMs, SECOND_MS } from '../../kit/clock.ts';
import { absent, GUEST_GRACE_MS, type EngineCause, type MachinePower, type MachineSpec, type Observed } from '../engine.ts';
import type { Addresses } from './addresses.rules.ts';
import { seedOf, unitAt } from './seeded.rules.ts';

/** What a machine is doing until `readyAt`, and the state in which that ends. */
export type Transition = 'starting' | 'rebooting' | 'stopping' | 'hibernating' | 'deleting';
export type Rest = 'running' | 'failed' | 'stopped' | 'hibernated' | 'absent';
export type PowerAt = Transition | Rest;

/** A machine's last transition; its current state follows from it and the time, so nothing has to run in between. */
export interface Machine {
  readonly serverId: string;
  readonly hostName: string;
  readonly via: Transition;
  readonly toPower: Rest;
  readonly startedAt: Date;
  readonly readyAt: Date;
  /** Why `toPower` is `failed`. */
  readonly failure: EngineCause | null;
  /** The last completed reboot, and the one in progress. */
  readonly rebootToken: string | null;
  readonly pendingRebootToken: string | null;
  /** Reserved from the first boot on, shown once the machine has run; null in hibernation. */
  readonly ipv4: string | null;
  readonly ipv6: string | null;
  readonly addressGeneration: number;
  /** It has been `running` with these addresses. */
  readonly hasRun: boolean;
  /** Counts changes: a change is stored only if nobody else changed the machine meanwhile. */
  readonly version: number;
}

export type Intent =
  | { readonly via: 'starting'; readonly spec: MachineSpec }
  | { readonly via: 'rebooting'; readonly token: string }
  | { readonly via: 'stopping' | 'hibernating' | 'deleting' };

/** The states from which each transition may begin; elsewhere the call changes nothing. Nothing leads out of `deleting`. */
const beginsFrom = {
  starting: ['stopped', 'stopping', 'failed', 'hibernated', 'hibernating'],
  rebooting: ['running', 'starting', 'rebooting', 'stopped', 'stopping', 'failed'],
  stopping: ['running', 'starting', 'rebooting', 'failed', 'hibernating'],
  hibernating: ['running', 'starting', 'rebooting', 'stopped', 'stopping', 'failed'],
  deleting: ['running', 'starting', 'rebooting', 'stopped', 'stopping', 'failed', 'hibernated', 'hibernating'],
} as const satisfies Record<Transition, readonly PowerAt[]>;

const endsIn = {
  starting: 'running',
  rebooting: 'running',
  stopping: 'stopped',
  hibernating: 'hibernated',
  deleting: 'absent',
} as const satisfies Record<Transition, Rest>;

export type Duration = 'boot' | 'wake' | 'reboot' | 'stop' | 'hibernate' | 'delete';
export type DurationRanges = Readonly<Record<Duration, { readonly min: number; readonly max: number }>>;

/** Seconds of product time. */
export const usualSeconds: DurationRanges = {
  boot: { min: 5, max: 12 },
  wake: { min: 6, max: 14 },
  reboot: { min: 4, max: 9 },
  stop: { min: 2, max: 5 },
  hibernate: { min: 4, max: 8 },
  delete: { min: 1, max: 4 },
};

export function powerAt(machine: Machine, at: Date): PowerAt {
  return at < machine.readyAt ? machine.via : machine.toPower;
}

/** Whether a call changes the machine; false if it already is there, is on the way, or cannot go there. */
export function mayBegin(machine: Machine, intent: Intent, at: Date): boolean {
  if (intent.via === 'rebooting') {
    const { rebootToken, pendingRebootToken } = settled(machine, at);
    if (intent.token === rebootToken || intent.token === pendingRebootToken) return false;
  }
  return beginsFrom[intent.via].some((power) => power === powerAt(machine, at));
}

/** The machine once the transition has begun; `failure` lets a boot end in `failed`. */
export function begin(
  machine: Machine,
  intent: Intent,
  how: { at: Date; seconds: number; failure: EngineCause | null; hostName: string },
): Machine {
  return {
    ...settled(machine, how.at),
    hostName: how.hostName,
    via: intent.via,
    toPower: how.failure === null ? endsIn[intent.via] : 'failed',
    startedAt: how.at,
    readyAt: addMs(how.at, Math.round(how.seconds * SECOND_MS)),
    failure: how.failure,
    pendingRebootToken: intent.via === 'rebooting' ? intent.token : null,
  };
}

/** A machine that does not exist yet, as input for `begin`. */
export function unmade(serverId: string, at: Date): Machine {
  return {
    serverId,
    hostName: '',
    via: 'deleting',
    toPower: 'absent',
    startedAt: at,
    readyAt: at,
    failure: null,
    rebootToken: null,
    pendingRebootToken: null,
    ipv4: null,
    ipv6: null,
    addressGeneration: 0,
    hasRun: false,
    version: 0,
  };
}

export function withAddresses(machine: Machine, addresses: Addresses, generation: number): Machine {
  return { ...machine, ...addresses, addressGeneration: generation };
}

/** The state after a finished transition; the machine itself while one is in progress. */
export function settled(machine: Machine, at: Date): Machine {
  if (at < machine.readyAt) return machine;
  switch (machine.toPower) {
    case 'running':
      return { ...machine, hasRun: true, rebootToken: machine.pendingRebootToken ?? machine.rebootToken, pendingRebootToken: null };
    case 'hibernated':
      return { ...machine, hasRun: false, ipv4: null, ipv6: null, pendingRebootToken: null };
    case 'failed':
    case 'stopped':
    case 'absent':
      return { ...machine, pendingRebootToken: null };
  }
}

/** The running period that ends when the machine changes at `at`; null if it was not running. */
export function ranUntil(machine: Machine, at: Date): { startedAt: Date; endedAt: Date } | null {
  return machine.toPower === 'running' && at > machine.readyAt ? { startedAt: machine.readyAt, endedAt: at } : null;
}

/** The host a machine is on: none in hibernation. Its disks are on one, but every host can resume it from there, even when that is lost. */
export function hostOf(machine: Machine, at: Date): string | null {
  const power = powerAt(machine, at);
  return power === 'hibernated' || power === 'absent' ? null : machine.hostName;
}

export function observed(machine: Machine, at: Date, lostHosts: ReadonlySet<string>): Observed {
  const power = powerAt(machine, at);
  if (power === 'absent') return absent(machine.serverId);
  const { hasRun, ipv4, ipv6, rebootToken } = settled(machine, at);
  const hostName = hostOf(machine, at);
  const shown: MachinePower = hostName !== null && lostHosts.has(hostName) ? 'unreachable' : power;
  return {
    serverId: machine.serverId,
    power: shown,
    hostName,
    ...(power === 'hibernated' && { disksOn: machine.hostName }),
    ipv4: hasRun ? ipv4 : null,
    ipv6: hasRun ? ipv6 : null,
    rebootToken,
    failure: shown === 'failed' ? machine.failure : null,
    ...(at < machine.readyAt && { readyInMs: machine.readyAt.getTime() - at.getTime() }),
  };
}

/** How long a transition of this machine takes, the same each time. */
export function secondsFor(
  of: { seed: string; serverId: string; ranges: DurationRanges },
  machine: Machine,
  intent: Intent,
  at: Date,
): number {
  const kind = durationOf(machine, intent, at);
  const { min, max } = of.ranges[kind];
  return min + (max - min) * unitAt(seedOf(of.seed, of.serverId, kind), 0);
}

/**
 * How long a guest that never ends delays its machine's transition: the rest of the grace time, which began when it was first asked to shut
 * down.
 */
export function graceSeconds(machine: Machine, intent: Intent, at: Date): number {
  const ends = ['stopping', 'hibernating', 'rebooting'];
  const power = powerAt(machine, at);
  if (!ends.includes(intent.via) || !['running', 'starting', ...ends].includes(power)) return 0;
  const sinceMs = ends.includes(power) ? at.getTime() - machine.startedAt.getTime() : 0;
  return Math.max(0, GUEST_GRACE_MS - sinceMs) / SECOND_MS;
}

function durationOf(machine: Machine, intent: Intent, at: Date): Duration {
  switch (intent.via) {
    case 'starting':
      return powerAt(machine, at) === 'hibernated' ? 'wake' : 'boot';
    case 'rebooting':
      return 'reboot';
    case 'stopping':
      return 'stop';
    case 'hibernating':
      return 'hibernate';
    case 'deleting':
      return 'delete';
  }
}
