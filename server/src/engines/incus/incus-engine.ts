import { z } from 'zod';
import { usualMinutes } from '@boreal/contract/servers/moves.ts';
import { addMs, SECOND_MS, type Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { usualAnswers } from '../answer-limits.ts';
import { absent, fullTraits, GUEST_GRACE_MS, type Engine, type Observed } from '../engine.ts';
import type { AddressBook, ReadingBook } from '../engine-stores.ts';
import { engineCall, GLANCE_MS } from '../parts/engine-call.ts';
import type { Turn } from '../parts/turn.ts';
import { awaitSsh } from './lifecycle/await-ssh.ts';
import { createCardVendors } from './card-vendors.ts';
import { listBackups, makeBackup, readBackup, removeBackup } from './backups.ts';
import { followChanges } from './follow-changes.ts';
import { keepFirewalls } from './firewall/keep-firewalls.ts';
import { createLateMarks } from './late-marks.ts';
import { readHolder, replaceHolder } from './holder.ts';
import { listHosts } from './hosts.ts';
import { createGpuCleaning, type GpuCleaner } from '../parts/clean-gpus.ts';
import type { IncusClient } from './client/incus-client.ts';
import { inspectMachine } from './inspect-machine.ts';
import { IncusError, IncusUnreachable, isMemberSilent, toEngineError } from './client/incus-errors.ts';
import { Instance, Server, Trust } from './client/incus-shapes.ts';
import { toEngineSilent } from './client/incus-silence.ts';
import { listLeftovers, removeLeftover } from './leftovers.ts';
import { markedDevices, type Layout } from './rules/machine-config.rules.ts';
import { instanceName, isTorn } from './rules/machine-marks.rules.ts';
import { observedOf, powerOf, serverIdOf, takingAlong, workOn } from './rules/observed.rules.ts';
import { measureMachines } from './measure-machines.ts';
import { openConsole } from './open-console.ts';
import { createPassage } from './firewall/passage.ts';
import { changeFirewall } from './firewall/change-firewall.ts';
import { changeForwards } from './firewall/change-forwards.ts';
import { rebootMachine } from './lifecycle/reboot-machine.ts';
import { relocateMachine } from './lifecycle/move-machine.ts';
import { runMachine } from './lifecycle/run-machine.ts';
import { createGpuVerifying } from './verify-gpus.ts';
import type { SshProbe } from '../parts/ssh-probe.ts';
import { hibernateMachine, removeMachine, stopMachine } from './lifecycle/stop-machine.ts';
import { instancePath, located, look, runningOperations, type Topology, type IncusDeps } from './incus-deps.ts';

export interface IncusEngineOptions {
  /** The name by which pools refer to it. */
  readonly name?: string;
  readonly client: IncusClient;
  readonly clock: Clock;
  readonly log: Log;
  readonly layout: Layout;
  readonly addresses: AddressBook;
  readonly readings: ReadingBook;
  readonly probe: SshProbe;
  readonly reach: Reach;
  /** Cleans GPUs before another machine gets them; null: nothing does. */
  readonly gpuCleaner?: GpuCleaner | null;
  /** A command that lists the GPUs visible in a container; null: they are not checked. */
  readonly gpuList?: string | null;
  /** How long one call waits for what it began; real time, less than the callers' time limit. */
  readonly patienceMs?: number;
  /** How long a guest may take to shut down by itself; the port's value unless a test needs a shorter one. */
  readonly graceMs?: number;
}

/** What must be reachable or unreachable whatever customers' rules say; all of them addresses or networks. */
export interface Reach {
  /** Where `probe` comes from, if not from the guests' own gateways. */
  readonly probesFrom: readonly string[];
  /** What guests must not reach, besides the host and what is always denied. */
  readonly deniedNetworks: readonly string[];
  /** What guests may reach although it would be denied. */
  readonly allowedNetworks: readonly string[];
}
const TOPOLOGY_MS = 60 * SECOND_MS;

/** Real machines: containers and virtual machines of one Incus, with or without a cluster. */
export function createIncusEngine(options: IncusEngineOptions): Engine {
  const { client, clock, log, layout, addresses, readings, probe } = options;
  const topology = createTopology(client, clock);
  const deps: IncusDeps = {
    client,
    clock,
    graceMs: options.graceMs ?? GUEST_GRACE_MS,
    log,
    layout,
    addresses,
    probe,
    cleanGpus: createGpuCleaning(options.gpuCleaner ?? null, log),
    verifyGpus: createGpuVerifying(client, options.gpuList ?? null),
    hasNvidia: createCardVendors(client, clock, async (signal) => (await topology(signal)).clustered),
    lateMarks: createLateMarks(log),
    topology,
    passage: createPassage(client, clock, topology, { network: layout.network, ...options.reach }),
  };

  const call = engineCall({ clock, patienceMs: options.patienceMs, toEngineError });

  async function machines(signal: AbortSignal): Promise<readonly { serverId: string; instance: Instance }[]> {
    const { serverName } = await deps.topology(signal);
    return (await listInstances(client, signal)).flatMap((instance) => {
      const serverId = serverIdOf(instance, layout.owner);
      return serverId === null ? [] : [{ serverId, instance: located(instance, serverName) }];
    });
  }

  /** The passage that all rules were last updated for. */
  let keptFor = '';

  const name = options.name ?? 'incus';

  return {
    name,
    // A virtual machine's console is a serial line; machines have an IPv6 address if the operator has provided some.
    can: fullTraits,
    limits: usualMinutes,
    answers: usualAnswers,
    hosts: (signal) => call(signal, 'list hosts', (turn) => heard(() => listHosts(deps, turn))),
    observe: (serverId, signal) =>
      call(signal, 'look at a machine', (turn) => orUnreachable(deps, signal, serverId, () => observe(deps, turn, serverId)), GLANCE_MS),
    list: (signal) =>
      call(signal, 'list machines', () =>
        heard(async () => {
          const [found, operations, { clustered }] = await Promise.all([
            machines(signal),
            runningOperations(deps, signal),
            deps.topology(signal),
          ]);
          return found.map(({ serverId, instance }) => {
            const work = workOn(operations, instance.name) ?? takingAlong(operations, instance);
            const seen = observedOf(serverId, instance, work);
            const startedWith = markedDevices(instance, { hostName: seen.hostName, clustered });
            return { ...seen, ...(startedWith && { startedWith }) };
          });
        }),
      ),

    ensureRunning: (spec, signal) => call(signal, `run ${spec.serverId}`, (turn) => runMachine(deps, turn, spec)),
    ensureStopped: (serverId, signal) => call(signal, `stop ${serverId}`, (turn) => stopMachine(deps, turn, serverId)),
    ensureHibernated: (serverId, signal) => call(signal, `hibernate ${serverId}`, (turn) => hibernateMachine(deps, turn, serverId)),
    ensureGone: (serverId, signal) => call(signal, `remove ${serverId}`, (turn) => removeMachine(deps, turn, serverId)),
    relocate: (spec, signal) => call(signal, `move ${spec.serverId}`, (turn) => relocateMachine(deps, turn, spec)),
    inspect: (serverId, signal) => call(signal, `inspect ${serverId}`, (turn) => inspectMachine(deps, turn, serverId)),
    hibernatedOn: (hostName, signal) =>
      call(signal, `list what hibernates on ${hostName}`, async () =>
        (await machines(signal))
          .filter(({ instance }) => instance.location === hostName && powerOf(instance, null) === 'hibernated')
          .map(({ serverId }) => serverId),
      ),
    reboot: (serverId, token, signal) => call(signal, `reboot ${serverId}`, (turn) => rebootMachine(deps, turn, serverId, token)),
    applyFirewall: (serverId, rules, signal) =>
      call(signal, `change the rules of ${serverId}`, (turn) => changeFirewall(deps, turn, serverId, rules)),

    applyForwards: (serverId, forwards, signal) =>
      call(signal, `change the forwarded ports of ${serverId}`, (turn) => changeForwards(deps, turn, serverId, forwards)),

    backup: (serverId, backupId, signal) => call(signal, `back up ${serverId}`, (turn) => makeBackup(deps, turn, { serverId, backupId })),
    observeBackup: (backupId, signal) => call(signal, `look at ${backupId}`, (turn) => readBackup(deps, turn, backupId)),
    deleteBackup: (backupId, signal) => call(signal, `remove ${backupId}`, (turn) => removeBackup(deps, turn, backupId)),
    listBackups: (signal) => call(signal, 'list backups', (turn) => listBackups(deps, turn)),

    capacity: (_size, _hostName, signal) => call(signal, 'tell what is left', async () => null),
    leftovers: (signal) => call(signal, 'list leftovers', (turn) => heard(() => listLeftovers(deps, turn))),
    removeLeftover: (leftover, signal) => call(signal, `remove ${leftover.name}`, (turn) => removeLeftover(deps, turn, leftover)),

    holder: {
      read: (signal) => call(signal, 'read who drives it', (turn) => heard(() => readHolder(deps, turn, name))),
      replace: (change, signal) => call(signal, 'write who drives it', (turn) => heard(() => replaceHolder(deps, turn, name, change))),
    },

    console: (serverId, signal) => call(signal, `open the console of ${serverId}`, (turn) => openConsole(deps, turn, serverId)),
    metrics: async (serverId, window, signal) => {
      signal.throwIfAborted();
      return readings.samples(serverId, window);
    },
    measure: (signal) =>
      call(signal, 'measure machines', async (turn) => {
        const found = await machines(signal);
        await readings.add(await measureMachines(deps, signal, found));
        const passage = JSON.stringify(await deps.passage(signal));
        if (passage !== keptFor && (await keepFirewalls(deps, turn, found))) keptFor = passage;
      }),
    async *changes(signal) {
      try {
        // A name is a server's id in another notation; other names belong to no server.
        for await (const name of followChanges(deps, signal)) yield name.replace('-', '_');
      } catch (error) {
        throw toEngineError(error, 'tell of changes');
      }
    },
  };
}

/**
 * Every instance. A cluster asks each member for its own instances, and one that moves between members meanwhile is in neither list: so the
 * names come from the shared database, and missing instances are requested by name.
 */
async function listInstances(client: IncusClient, signal: AbortSignal): Promise<readonly Instance[]> {
  const { value: paths } = await client.read('/1.0/instances', z.array(z.string()), signal);
  const { value: told } = await client.read('/1.0/instances?recursion=1', z.array(Instance), signal);
  const names = new Set(told.map(({ name }) => name));
  const missing = paths.map(nameIn).filter((name) => !names.has(name));
  const found = await Promise.all(missing.map((name) => client.find(instancePath(name), Instance, signal)));
  return [...told, ...found.flatMap((instance) => (instance ? [instance.value] : []))];
}

/** The name in `/1.0/instances/srv-01k…?project=boreal`. */
function nameIn(path: string): string {
  return decodeURIComponent(path.split('?')[0]?.split('/').at(-1) ?? '');
}

/** A booting machine is examined more closely: its SSH port shows whether it is up. */
async function observe(deps: IncusDeps, turn: Turn, serverId: string): Promise<Observed> {
  const { found, work } = await look(deps, turn, instanceName(serverId));
  if (!found) return work ? { ...absent(serverId), power: 'starting' } : absent(serverId);
  const { instance } = found;
  if (serverIdOf(instance, deps.layout.owner) === null) return absent(serverId);
  const power = powerOf(instance, work);
  const boots = !work && (power === 'starting' || power === 'rebooting') && !isTorn(instance);
  return boots ? awaitSsh(deps, turn, serverId, instance) : observedOf(serverId, instance, work);
}

/** For requests about Incus as a whole. @throws EngineSilent if it is silent */
async function heard<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw toEngineSilent(error) ?? error;
  }
}

/** Incus does not answer at all or, in a cluster, the machine is on a member that does not answer. */
async function orUnreachable(deps: IncusDeps, signal: AbortSignal, serverId: string, see: () => Promise<Observed>): Promise<Observed> {
  try {
    return await see();
  } catch (error) {
    const lost =
      error instanceof IncusUnreachable
        ? toEngineSilent(error)?.silence === 'no_answer'
        : isMemberSilent(error) && (await deps.topology(signal)).clustered;
    if (!lost) throw error;
    return { ...absent(serverId), power: 'unreachable' };
  }
}

/** Whether Incus is a cluster: an operator may change that while we run. */
export function createTopology(client: IncusClient, clock: Clock): IncusDeps['topology'] {
  let known: { topology: Topology; until: Date } | null = null;
  return async (signal) => {
    if (known && clock.wall() < known.until) return known.topology;
    const value = await readServer(client, signal);
    const topology = { clustered: value.environment.server_clustered, serverName: value.environment.server_name };
    known = { topology, until: addMs(clock.wall(), TOPOLOGY_MS) };
    return topology;
  };
}

/** What Incus reports about itself; to an untrusted client, little more than that. @throws IncusError when it does not trust us */
async function readServer(client: IncusClient, signal: AbortSignal): Promise<Server> {
  const { value: trust } = await client.read('/1.0', Trust, signal);
  if (trust.auth !== 'trusted') throw new IncusError(403, 'not authorized');
  return (await client.read('/1.0', Server, signal)).value;
}
