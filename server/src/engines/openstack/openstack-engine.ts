import { SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { absent, EngineError, type Engine, type Observed } from '../engine.ts';
import type { ReadingBook } from '../engine-stores.ts';
import type { SshProbe } from '../parts/ssh-probe.ts';
import { engineCall } from '../parts/engine-call.ts';
import type { Turn } from '../parts/turn.ts';
import { createAwaitBuild } from './lifecycle/await-build.ts';
import { awaitSsh } from './lifecycle/await-ssh.ts';
import { listBackups, makeBackup, readBackup, removeBackup } from './backups/backups.ts';
import { capacityOf } from './capacity/capacity.ts';
import type { CloudClient } from './cloud/cloud-client.ts';
import { CloudUnreachable, toEngineError } from './cloud/cloud-errors.ts';
import { cloudTime } from './cloud-time.ts';
import { createDirectory } from './directory.ts';
import { isForgotten } from './machine/forgotten.rules.ts';
import { followChanges } from './follow-changes.ts';
import { createGivenGpus } from './capacity/given-gpus.ts';
import { createHolderGroup } from './holder.ts';
import { createHosts } from './capacity/hosts.ts';
import { inspectMachine } from './machine/inspect-machine.ts';
import { listLeftovers, removeLeftover } from './leftovers.ts';
import { listMachines, observeMachines } from './machine/list-machines.ts';
import { look, requireReachable } from './machine/look.ts';
import { createMakings } from './makings.ts';
import { setRules } from './machine/machine-group.ts';
import { measureMachines } from './machine/measure-machines.ts';
import { observedOf } from './machine/observed.rules.ts';
import { openConsole, type Lines } from './machine/open-console.ts';
import type { Layout, OpenstackDeps } from './openstack-deps.ts';
import { toEngineSilent } from './cloud/openstack-silence.ts';
import { rebootMachine } from './lifecycle/reboot-machine.ts';
import { relocateMachine } from './lifecycle/relocate-machine.ts';
import { runMachine } from './lifecycle/run-machine.ts';
import { isAtWork } from './machine/step.ts';
import { hibernateMachine, removeMachine, stopMachine } from './lifecycle/stop-machine.ts';

export interface OpenstackEngineOptions {
  /** The name by which pools refer to it. */
  readonly name?: string;
  readonly client: CloudClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly layout: Layout;
  readonly readings: ReadingBook;
  /** Null: a machine counts as up when nova says so. */
  readonly probe: SshProbe | null;
  /** Whether nova has a proxy for serial consoles. */
  readonly console: 'line' | 'none';
  /** Whether nova lets us read machines' diagnostics: one call for each, once a minute. */
  readonly metrics: boolean;
  /** How long one call waits for what it began; real time, less than the callers' time limit. */
  readonly patienceMs?: number;
}

/**
 * How long to look at a booting machine: the caller pauses before its next look, so a machine that comes up then is noticed late. The last
 * try of its SSH port is added to this.
 */
const BOOT_GLANCE_MS = 1.5 * SECOND_MS;

/** Machines of one project in one region of an OpenStack cloud. */
export function createOpenstackEngine(options: OpenstackEngineOptions): Engine {
  const { client, clock, log, layout, readings, name = 'openstack' } = options;
  const deps: OpenstackDeps = {
    client,
    clock,
    log,
    layout,
    probe: options.probe,
    directory: createDirectory(client, clock, layout),
    built: createAwaitBuild({ client, clock }),
    makings: createMakings(),
  };
  const hosts = createHosts(deps);
  const givenGpus = createGivenGpus(deps);
  const holder = createHolderGroup(deps, name);
  const lines: Lines = new Map();

  const call = engineCall({ clock, patienceMs: options.patienceMs, toEngineError });

  /** For requests about the cloud as a whole. @throws EngineSilent if it is silent */
  async function heard<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      throw (await toEngineSilent(error, client, signal)) ?? error;
    }
  }

  return {
    name,
    can: {
      placement: layout.whose === 'ours' ? 'boreal' : 'engine',
      relocation: layout.whose === 'ours',
      ipv6: layout.ipv6,
      workDisk: layout.workDisks[0] === 'volume' ? 'kept' : 'scratch',
      systemDisks: layout.systemDisks,
      workDisks: layout.workDisks,
      metrics: options.metrics,
      console: options.console,
    },
    // A cloud copies images of hundreds of gigabytes between its hosts before a machine boots, resumes or is saved.
    limits: { provisioning: 60, reboot: 15, backup: 240, relocation: 720 },
    // One call may take ten seconds, and an operation takes several: resuming a machine, a dozen.
    answers: { work: 120_000, look: 30_000, hosts: 90_000, list: 90_000, check: 120_000 },
    hosts: (signal) => call(signal, 'list hosts', () => heard(signal, () => hosts(signal))),
    observe: (serverId, signal) =>
      call(
        signal,
        'look at a machine',
        (turn) => orUnreachable(client, signal, serverId, () => observe(deps, turn, serverId)),
        BOOT_GLANCE_MS,
      ),
    list: (signal) => call(signal, 'list machines', () => heard(signal, () => observeMachines({ ...deps, givenGpus }, signal))),

    ensureRunning: (spec, signal) => call(signal, `run ${spec.serverId}`, (turn) => runMachine(deps, turn, spec)),
    ensureStopped: (serverId, signal) => call(signal, `stop ${serverId}`, (turn) => stopMachine(deps, turn, serverId)),
    ensureHibernated: (serverId, signal) => call(signal, `hibernate ${serverId}`, (turn) => hibernateMachine(deps, turn, serverId)),
    ensureGone: (serverId, signal) => call(signal, `remove ${serverId}`, (turn) => removeMachine(deps, turn, serverId)),
    relocate: (spec, signal) => call(signal, `move ${spec.serverId}`, (turn) => relocateMachine(deps, turn, spec)),
    reboot: (serverId, token, signal) => call(signal, `reboot ${serverId}`, (turn) => rebootMachine(deps, turn, serverId, token)),
    applyFirewall: (serverId, rules, signal) =>
      call(signal, `change the rules of ${serverId}`, async (turn) => {
        const { server, port } = await look(deps, turn, serverId);
        if (server === null || port === null) throw new EngineError('gone', `There is no machine of ${serverId}.`);
        requireReachable(server, serverId);
        for (const id of port.security_groups) await setRules(deps, id, rules, signal);
      }),

    backup: (serverId, backupId, signal) => call(signal, `back up ${serverId}`, (turn) => makeBackup(deps, turn, { serverId, backupId })),
    observeBackup: (backupId, signal) => call(signal, `look at ${backupId}`, (turn) => readBackup(deps, turn, backupId)),
    deleteBackup: (backupId, signal) => call(signal, `remove ${backupId}`, (turn) => removeBackup(deps, turn, backupId)),
    listBackups: (signal) => call(signal, 'list backups', (turn) => listBackups(deps, turn)),

    inspect: (serverId, signal) =>
      call(signal, `tell all of ${serverId}`, (turn) => inspectMachine({ ...deps, givenGpus }, turn, serverId)),
    capacity: (size, _hostName, signal) => call(signal, 'tell what is left', () => capacityOf(deps, size, signal)),
    leftovers: (signal) => call(signal, 'list leftovers', (turn) => heard(signal, () => listLeftovers(deps, turn))),
    removeLeftover: (leftover, signal) => call(signal, `remove ${leftover.name}`, (turn) => removeLeftover(deps, turn, leftover)),

    holder: {
      read: (signal) => call(signal, 'read who drives it', (turn) => heard(signal, () => holder.read(turn))),
      replace: (change, signal) => call(signal, 'write who drives it', (turn) => heard(signal, () => holder.replace(turn, change))),
    },

    console: (serverId, signal) =>
      call(signal, `open the console of ${serverId}`, (turn) => {
        if (options.console === 'none') throw new EngineError('gone', 'Machines of this cloud have no console.');
        return openConsole(deps, turn, serverId, lines);
      }),
    metrics: async (serverId, window, signal) => {
      signal.throwIfAborted();
      return options.metrics ? readings.samples(serverId, window) : [];
    },
    changes: (signal) => followChanges(deps, signal),
    ...(options.metrics && {
      measure: (signal: AbortSignal) =>
        call(signal, 'measure machines', async () => {
          const { machines } = await listMachines(deps, signal);
          return readings.add(await measureMachines(deps, machines, signal));
        }),
    }),
  };
}

/** A booting machine is examined more closely: its SSH port shows whether it is up. */
async function observe(deps: OpenstackDeps, turn: Turn, serverId: string): Promise<Observed> {
  // There is nothing to see yet, and a cloud that makes many machines is busy.
  if (await deps.makings.isUnderWay(turn, serverId)) return { ...absent(serverId), power: 'starting' };
  const sight = await look(deps, turn, serverId);
  const { server } = sight;
  if (server === null) return absent(serverId);
  const seen = observedOf(serverId, server, sight);
  // A caller that is told that it starts only watches: the request must be repeated.
  if (isForgotten(server, await cloudTime(deps, turn.signal))) return { ...seen, power: 'failed', failure: 'timeout' };
  if (server.status === 'BUILD' && (await deps.built(turn, server.id))) return observe(deps, turn, serverId);
  const boots = server.status === 'ACTIVE' && (seen.power === 'starting' || seen.power === 'rebooting');
  return boots && !isAtWork(server) ? awaitSsh(deps, turn, serverId, { ...sight, server }) : seen;
}

/** There is no sign of life at all. */
async function orUnreachable(client: CloudClient, signal: AbortSignal, serverId: string, see: () => Promise<Observed>): Promise<Observed> {
  try {
    return await see();
  } catch (error) {
    if (!(error instanceof CloudUnreachable)) throw error;
    const silent = await toEngineSilent(error, client, signal);
    if (silent?.silence !== 'no_answer') throw error;
    return { ...absent(serverId), power: 'unreachable' };
  }
}
