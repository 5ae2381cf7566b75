import { usualMinutes, type MoveMinutes } from '@boreal/contract/servers/moves.ts';
import type { Clock } from '../../kit/clock.ts';
import { usualAnswers } from '../answer-limits.ts';
import {
  absent,
  EngineError,
  fullTraits,
  type Engine,
  type EngineCan,
  type Leftover,
  type MachineConsole,
  type MachineFirewallRule,
  type MachineForwards,
  type MachineSpec,
} from '../engine.ts';
import { noBackup, observedBackup } from './backup.rules.ts';
import { backupStore } from './backups.store.ts';
import type { SimulatedHost } from './gpus.rules.ts';
import { changeMachine, requireReachable, type SimulatedDeps } from './change-machine.ts';
import { roomFor } from './choose-cards.ts';
import { faultStore, silentError, struckError, type EngineCall, type Faults, type ArmedFaults } from './faults.ts';
import { foundIn, gpusIn } from './gpus.rules.ts';
import { observed, powerAt, usualSeconds, type DurationRanges } from './machine.rules.ts';
import { inspectMachine } from './inspect-machine.ts';
import { relocateMachine } from './relocate-machine.ts';
import { machineStore } from './machines.store.ts';
import { leftoverStore } from './leftovers.store.ts';
import { holderStore } from './holder.store.ts';
import { makeBackup } from './make-backup.ts';
import { samplesOf, type RunningPeriod } from './metrics.rules.ts';
import { endingWith, simulatedConsole } from './simulated-console.ts';
import { plantBackup, plantMachine, powerOffFromInside } from './outside-forces.ts';
import { schemaSql, type Query } from './schema.ts';

export interface SimulatedEngineOptions {
  /** The name by which pools refer to it; each engine has its own tables. */
  readonly name?: string;
  /** The database that stands for the outside world; all processes of one Boreal share it. */
  readonly query: Query;
  readonly clock: Clock;
  /** Determines durations, addresses and metrics, together with a machine's id. */
  readonly seed: string;
  /** The current hosts, or the one of that name; called at each use, so hosts may be added while the engine runs. */
  readonly hosts: (name?: string) => Promise<readonly SimulatedHost[]>;
  /** Seconds of product time that transitions take instead of the usual ones. */
  readonly seconds?: Partial<DurationRanges>;
  /** Restricts its capabilities, for tests of the consequences; by default it has all. */
  readonly can?: Partial<EngineCan>;
  /** Minutes of product time, if not the usual ones. */
  readonly limits?: Partial<MoveMinutes>;
}

export interface SimulatedEngine extends Engine {
  /** Creates the engine's tables if they are missing. Any number of processes may do so at once. */
  prepare(): Promise<void>;
  readonly faults: Faults & {
    /** The machine shuts itself down, as `poweroff` in the guest does. Nothing happens to one that is not running. */
    guestPowersOff(serverId: string): Promise<void>;
  };
  /** Makes a running machine with Boreal's mark but without a row. It holds no GPU. */
  plantOrphan(serverId: string, hostName: string): Promise<void>;
  /** Leaves something behind of a server's machine. */
  plantLeftover(leftover: Leftover): Promise<void>;
  /** Makes a backup with Boreal's mark but without a row. */
  plantBackup(backupId: string): Promise<void>;
  /** The system disk's content, represented by a text; null if there is no such machine. */
  readDisk(serverId: string): Promise<string | null>;
  readWorkDisk(serverId: string): Promise<string | null>;
  writeDisk(serverId: string, text: string): Promise<void>;
  writeWorkDisk(serverId: string, text: string): Promise<void>;
  /** The rules the machine enforces; null when there is no such machine. */
  firewallOf(serverId: string): Promise<readonly MachineFirewallRule[] | null>;
  /** The host's ports that are forwarded to the machine; null if none are. */
  forwardsOf(serverId: string): Promise<MachineForwards | null>;
  /** The spec of the machine's last boot; null if there is no such machine. */
  specOf(serverId: string): Promise<MachineSpec | null>;
}

/** The statements are written for the engine `simulated`; another engine's tables are in a separate schema. */
function inSchema(query: Query, name: string): Query {
  if (name === 'simulated') return query;
  const schema = `simulated_engine_${name.replaceAll('-', '_')}`;
  return (sql, params) => query(sql.replaceAll('simulated_engine', schema), params);
}

/** An engine whose machines are rows: no prerequisites, and faults on demand. Call `prepare` before anything else. */
export function createSimulatedEngine(options: SimulatedEngineOptions): SimulatedEngine {
  const { clock, hosts, name = 'simulated' } = options;
  const seed = name === 'simulated' ? options.seed : `${options.seed} ${name}`;
  const query = inSchema(options.query, name);
  const can = { ...fullTraits, ...options.can };
  const machines = machineStore(query);
  const backups = backupStore(query);
  const leftovers = leftoverStore(query);
  const holder = holderStore(query);
  const faults = faultStore(query);
  const deps: SimulatedDeps = { clock, seed, can, hosts, machines, backups, faults, ranges: { ...usualSeconds, ...options.seconds } };

  /** The current holder of a machine's serial line, in this process. */
  const lines = new Map<string, MachineConsole>();

  /** What every call has in common: the signal, and the faults before and after the work. */
  async function answer<A>(
    of: { call: EngineCall; serverId: string | null; signal: AbortSignal },
    work: (standing: ArmedFaults) => Promise<A>,
  ): Promise<A> {
    of.signal.throwIfAborted();
    const standing = await faults.standing();
    if (standing.silence !== null && of.call !== 'observe') throw silentError(of.call, standing.silence);
    const failed = standing.armed.has('call_fails') ? await faults.strike('call_fails', of) : null;
    if (failed) throw struckError(of.call, failed);
    const result = await work(standing);
    const lost = standing.armed.has('answer_lost') ? await faults.strike('answer_lost', of) : null;
    if (lost) throw struckError(of.call, lost);
    return result;
  }

  async function periodsOf(serverId: string, window: { from: Date; to: Date }, standing: ArmedFaults): Promise<readonly RunningPeriod[]> {
    const at = clock.now();
    const machine = await machines.find(serverId);
    if (!machine || powerAt(machine, at) === 'absent') return [];
    requireReachable(machine, at, standing);
    const ended = await machines.periods(serverId, window);
    if (powerAt(machine, at) !== 'running') return ended;
    // The machine may have stopped since it was read: what is open here must not count as ended too.
    const before = ended.filter(({ startedAt }) => startedAt < machine.readyAt);
    return [...before, { startedAt: machine.readyAt, endedAt: null }];
  }

  async function exists(serverId: string): Promise<boolean> {
    const machine = await machines.find(serverId);
    return machine !== null && powerAt(machine, clock.now()) !== 'absent';
  }

  return {
    name,
    can,
    limits: { ...usualMinutes, ...options.limits },
    answers: usualAnswers,
    faults: { ...faults, guestPowersOff: (serverId) => powerOffFromInside(deps, serverId) },
    async prepare() {
      await query(schemaSql);
    },
    plantOrphan: (serverId, hostName) => plantMachine(deps, serverId, hostName),
    plantLeftover: (leftover) => leftovers.plant(leftover),
    plantBackup: (backupId) => plantBackup(deps, backupId),
    readDisk: (serverId) => backups.readDisk(serverId, 'system'),
    readWorkDisk: (serverId) => backups.readDisk(serverId, 'work'),
    writeDisk: (serverId, text) => backups.writeDisk(serverId, 'system', text),
    writeWorkDisk: (serverId, text) => backups.writeDisk(serverId, 'work', text),
    firewallOf: async (serverId) => ((await exists(serverId)) ? machines.firewallOf(serverId) : null),
    forwardsOf: async (serverId) => {
      const machine = await machines.find(serverId);
      const held = machine && ['running', 'starting', 'rebooting', 'stopping', 'hibernating'].includes(powerAt(machine, clock.now()));
      return held ? ((await machines.specOf(serverId))?.forwards ?? null) : null;
    },
    specOf: async (serverId) => ((await exists(serverId)) ? machines.specOf(serverId) : null),

    hosts: (signal) =>
      answer({ call: 'hosts', serverId: null, signal }, async ({ lostHosts }) =>
        (await hosts()).map((host) => {
          const reachable = !lostHosts.has(host.name);
          if (can.placement === 'engine') return { name: host.name, reachable, gpus: [], found: null };
          return { name: host.name, reachable, gpus: gpusIn(host), found: reachable ? foundIn(host) : null };
        }),
      ),
    observe: (serverId, signal) =>
      answer({ call: 'observe', serverId, signal }, async ({ lostHosts, silence }) => {
        if (silence === 'no_answer') return { ...absent(serverId), power: 'unreachable' };
        if (silence !== null) throw silentError('observe', silence);
        const machine = await machines.find(serverId);
        return machine ? observed(machine, clock.now(), lostHosts) : absent(serverId);
      }),
    list: (signal) =>
      answer({ call: 'list', serverId: null, signal }, async ({ lostHosts }) => {
        const rows = await machines.list();
        const at = clock.now();
        return rows.map((machine) => observed(machine, at, lostHosts)).filter(({ power }) => power !== 'absent');
      }),

    ensureRunning: (spec, signal) =>
      answer({ call: 'ensureRunning', serverId: spec.serverId, signal }, (standing) =>
        changeMachine(deps, standing, spec.serverId, { via: 'starting', spec }),
      ),
    ensureStopped: (serverId, signal) =>
      answer({ call: 'ensureStopped', serverId, signal }, (standing) => changeMachine(deps, standing, serverId, { via: 'stopping' })),
    ensureHibernated: (serverId, signal) =>
      answer({ call: 'ensureHibernated', serverId, signal }, (standing) => changeMachine(deps, standing, serverId, { via: 'hibernating' })),
    ensureGone: (serverId, signal) =>
      answer({ call: 'ensureGone', serverId, signal }, (standing) => changeMachine(deps, standing, serverId, { via: 'deleting' })),
    relocate: (spec, signal) =>
      answer({ call: 'relocate', serverId: spec.serverId, signal }, (standing) => relocateMachine(deps, standing, spec)),
    reboot: (serverId, token, signal) =>
      answer({ call: 'reboot', serverId, signal }, (standing) => changeMachine(deps, standing, serverId, { via: 'rebooting', token })),

    applyFirewall: (serverId, rules, signal) =>
      answer({ call: 'applyFirewall', serverId, signal }, async (standing) => {
        const at = clock.now();
        const machine = await machines.find(serverId);
        if (machine) requireReachable(machine, at, standing);
        const applied = machine && powerAt(machine, at) !== 'absent' && (await machines.setFirewall(serverId, rules));
        if (!applied) throw new EngineError('gone', `There is no machine ${serverId}.`);
      }),

    applyForwards: (serverId, forwards, signal) =>
      answer({ call: 'applyForwards', serverId, signal }, async (standing) => {
        const at = clock.now();
        const machine = await machines.find(serverId);
        if (machine) requireReachable(machine, at, standing);
        const applied = machine && powerAt(machine, at) !== 'absent' && (await machines.setForwards(serverId, forwards));
        if (!applied) throw new EngineError('gone', `There is no machine ${serverId}.`);
      }),

    backup: (serverId, backupId, signal) =>
      answer({ call: 'backup', serverId, signal }, (standing) => makeBackup(deps, standing, { serverId, backupId })),
    observeBackup: (backupId, signal) =>
      answer({ call: 'observeBackup', serverId: null, signal }, async () => {
        const backup = await backups.find(backupId);
        return backup ? observedBackup(backup, clock.now()) : noBackup(backupId);
      }),
    deleteBackup: (backupId, signal) =>
      answer({ call: 'deleteBackup', serverId: null, signal }, async () => {
        await backups.remove(backupId);
        return noBackup(backupId);
      }),
    listBackups: (signal) =>
      answer({ call: 'listBackups', serverId: null, signal }, async () => {
        const at = clock.now();
        return (await backups.list()).map((backup) => observedBackup(backup, at));
      }),

    capacity: (size, hostName, signal) =>
      answer({ call: 'capacity', serverId: null, signal }, async (standing) =>
        can.placement === 'engine' ? roomFor(deps, standing, size, hostName) : null,
      ),
    leftovers: (signal) =>
      answer({ call: 'leftovers', serverId: null, signal }, async () => {
        const at = clock.now();
        const there = new Set(
          (await machines.list()).filter((machine) => powerAt(machine, at) !== 'absent').map(({ serverId }) => serverId),
        );
        return (await leftovers.list()).filter(({ serverId }) => !there.has(serverId));
      }),
    removeLeftover: (leftover, signal) =>
      answer({ call: 'removeLeftover', serverId: leftover.serverId, signal }, async () => {
        if (await exists(leftover.serverId)) throw new EngineError('unknown', `There is a machine of ${leftover.serverId}.`);
        await leftovers.remove(leftover);
      }),

    console: (serverId, signal) =>
      answer({ call: 'console', serverId, signal }, async (standing) => {
        const at = clock.now();
        const machine = await machines.find(serverId);
        if (machine) requireReachable(machine, at, standing);
        if (can.console === 'none' || !machine || powerAt(machine, at) !== 'running')
          throw new EngineError('gone', `${serverId} does not run, or machines have no console here.`);
        const username = (await machines.specOf(serverId))?.username ?? 'root';
        const { readyAt } = machine;
        const runsOn = async () => {
          const now = await machines.find(serverId);
          return now !== null && powerAt(now, clock.now()) === 'running' && now.readyAt.getTime() === readyAt.getTime();
        };
        const guest = { serverId, username, ipv4: observed(machine, at, standing.lostHosts).ipv4 };
        if (can.console === 'shell') return endingWith(simulatedConsole(guest), runsOn);
        lines.get(serverId)?.stream.destroy();
        const line = endingWith({ ...simulatedConsole(guest), kind: 'line' }, runsOn);
        lines.set(serverId, line);
        return line;
      }),

    holder: {
      read: (signal) => answer({ call: 'holder', serverId: null, signal }, () => holder.read()),
      replace: (change, signal) => answer({ call: 'holder', serverId: null, signal }, () => holder.replace(change)),
    },

    inspect: (serverId, signal) =>
      answer({ call: 'inspect', serverId, signal }, async (standing) => inspectMachine(deps, standing, serverId)),

    hibernatedOn: (hostName, signal) =>
      answer({ call: 'hibernatedOn', serverId: null, signal }, async () => {
        const at = clock.now();
        const there = (await machines.list()).filter((machine) => machine.hostName === hostName && powerAt(machine, at) === 'hibernated');
        return there.map(({ serverId }) => serverId);
      }),

    metrics: (serverId, window, signal) =>
      answer({ call: 'metrics', serverId, signal }, async (standing) => {
        if (!can.metrics) return [];
        const periods = await periodsOf(serverId, window, standing);
        return samplesOf({ seed, serverId, periods }, window, clock.now());
      }),
  };
}
