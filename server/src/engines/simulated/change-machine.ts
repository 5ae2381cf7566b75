import type { Clock } from '../../kit/clock.ts';
import { absent, EngineError, type EngineCan, type MachineSpec, type Observed } from '../engine.ts';
import { withOwnCards } from './choose-cards.ts';
import { addressesOf } from './addresses.rules.ts';
import { slotsIn, type SimulatedHost } from './gpus.rules.ts';
import { observedBackup } from './backup.rules.ts';
import type { BackupStore } from './backups.store.ts';
import type { FaultStore, ArmedFaults } from './faults.ts';
import {
  begin,
  graceSeconds,
  hostOf,
  mayBegin,
  observed,
  powerAt,
  ranUntil,
  secondsFor,
  settled,
  unmade,
  withAddresses,
  type DurationRanges,
  type Intent,
  type Machine,
} from './machine.rules.ts';
import type { MachineStore, Written } from './machines.store.ts';

export interface SimulatedDeps {
  readonly clock: Clock;
  readonly seed: string;
  readonly can: EngineCan;
  readonly ranges: DurationRanges;
  readonly hosts: (name?: string) => Promise<readonly SimulatedHost[]>;
  readonly machines: MachineStore;
  readonly backups: BackupStore;
  readonly faults: FaultStore;
}

/** Far more than the callers that can compete for one machine: each lost attempt means that another one succeeded. */
const ATTEMPTS = 100;

/**
 * Begins a transition unless the machine is there already, on the way, or cannot go there; returns the current state. `starting` makes a
 * machine that does not exist. Errors: `timeout` if its host is lost, `no_capacity` if the host does not have the wanted GPUs or another
 * machine holds one, `gone` if it must exist and does not, `image_missing` if the backup it should be made from is not ready.
 */
export async function changeMachine(deps: SimulatedDeps, standing: ArmedFaults, serverId: string, asked: Intent): Promise<Observed> {
  const places = deps.can.placement === 'engine';
  let slotsHeld = 0;
  let addressesHeld = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const at = deps.clock.now();
    if (asked.via === 'starting') await deps.machines.settle(at);
    const found = await deps.machines.find(serverId);
    const machine = found && powerAt(found, at) !== 'absent' ? found : null;
    if (machine) requireReachable(machine, at, standing);
    if (machine ? !mayBegin(machine, asked, at) : asked.via !== 'starting')
      return machine ? observed(machine, at, standing.lostHosts) : absent(serverId);
    const wanted = asked.via === 'starting' ? asked.spec : null;
    if (!machine && wanted?.mustExist) throw new EngineError('gone', `There is no machine ${serverId}, and an empty one is not wanted.`);
    const spec = wanted && places ? await withOwnCards(deps, wanted) : wanted;
    const intent: Intent = spec === null ? asked : { via: 'starting', spec };
    if (!machine && spec && spec.fromBackupId !== null) await requireBackup(deps, spec.fromBackupId, at);
    if (spec) await requirePlace(deps, standing, spec);
    if (!machine && spec && standing.fullHosts.has(spec.hostName)) {
      throw new EngineError('no_capacity', `The disks of ${spec.hostName} are full.`);
    }

    const written = await tryOnce(deps, standing, { machine: machine ?? unmade(serverId, at), intent, at, skipAddresses: addressesHeld });
    if (typeof written === 'object') {
      const wakes = spec !== null && machine !== null && powerAt(machine, at) === 'hibernated';
      if (wakes && isScratch(deps, spec)) await deps.backups.writeDisk(serverId, 'work', '');
      return observed(written.machine, at, standing.lostHosts);
    }
    if (written === 'address_held') addressesHeld += 1;
    // Once may be a machine that another process was just settling; twice means that a machine has the GPU.
    if (written === 'slot_held' && (slotsHeld += 1) > (places ? ATTEMPTS : 1)) {
      throw new EngineError('no_capacity', `Another machine holds a card that ${serverId} should get on ${spec?.hostName}.`);
    }
  }
  throw new EngineError('unknown', `${serverId} was changed by others ${ATTEMPTS} times in a row.`);
}

/** Whether a machine's work disk is empty after hibernation. */
function isScratch({ can }: SimulatedDeps, { workDisk }: MachineSpec): boolean {
  return workDisk === null ? can.workDisk === 'scratch' : workDisk === 'ephemeral';
}

/** Throws `timeout` when the machine is on a lost host. */
export function requireReachable(machine: Machine, at: Date, standing: ArmedFaults): void {
  const hostName = hostOf(machine, at);
  if (hostName !== null && standing.lostHosts.has(hostName)) throw new EngineError('timeout', `Host ${hostName} does not answer.`);
}

async function requireBackup(deps: SimulatedDeps, backupId: string, at: Date): Promise<void> {
  const backup = await deps.backups.find(backupId);
  if (!backup || observedBackup(backup, at).state !== 'ready') throw new EngineError('image_missing', `Backup ${backupId} is not ready.`);
}

export async function requirePlace(deps: SimulatedDeps, standing: ArmedFaults, spec: MachineSpec): Promise<void> {
  if (standing.lostHosts.has(spec.hostName)) throw new EngineError('timeout', `Host ${spec.hostName} does not answer.`);
  const host = (await deps.hosts(spec.hostName)).find(({ name }) => name === spec.hostName);
  if (!host) throw new EngineError('no_capacity', `There is no host ${spec.hostName}.`);
  const fits = slotsIn(spec).every((slot) => host.gpuModels[slot] === spec.gpuModel) && host.gpuModels.includes(spec.gpuModel);
  if (!fits) throw new EngineError('no_capacity', `Host ${host.name} has no ${spec.gpuModel} in slots ${slotsIn(spec).join(', ')}.`);
}

interface Attempt {
  readonly machine: Machine;
  readonly intent: Intent;
  readonly at: Date;
  readonly skipAddresses: number;
}

async function tryOnce(deps: SimulatedDeps, standing: ArmedFaults, attempt: Attempt): Promise<Written> {
  const { machine, intent, at } = attempt;
  const { serverId } = machine;
  const spec = intent.via === 'starting' ? intent.spec : null;
  const boots = intent.via === 'starting' || intent.via === 'rebooting';
  const strike = boots && standing.armed.has('boot_fails') ? await deps.faults.nextFailure('boot_fails', serverId) : null;
  const dead = boots && strike === null && (await isGpuDead(deps, machine, spec));
  const graceful = standing.armed.has('never_ends') && (await deps.faults.neverEnds(serverId)) ? graceSeconds(machine, intent, at) : 0;
  const seconds = graceful + standing.slowFactor * secondsFor({ ...deps, serverId }, machine, intent, at);
  const begun = begin(machine, intent, {
    at,
    seconds,
    failure: dead ? 'gpu' : (strike?.cause ?? null),
    hostName: spec?.hostName ?? machine.hostName,
  });
  const next = spec && settled(machine, at).ipv4 === null ? readdressed(deps, begun, attempt.skipAddresses) : begun;

  if (spec && machine.version === 0) return deps.machines.add(next, spec, strike);
  return deps.machines.replace(next, { spec, gpuSlots: cardsAfter(machine, spec, at), ran: ranUntil(machine, at), strike });
}

/** Whether one of the GPUs for the machine's boot is dead. */
async function isGpuDead(deps: SimulatedDeps, machine: Machine, spec: MachineSpec | null): Promise<boolean> {
  const own = spec ?? (await deps.machines.specOf(machine.serverId));
  return own !== null && deps.faults.anyDead(own.hostName, slotsIn(own));
}

/** The GPUs to hold from now on; null: the same. A hibernated machine holds none, even if that has not been recorded yet. */
function cardsAfter(machine: Machine, spec: MachineSpec | null, at: Date): readonly number[] | null {
  if (spec) return slotsIn(spec);
  return powerAt(machine, at) === 'hibernated' ? [] : null;
}

function readdressed({ seed, can }: SimulatedDeps, machine: Machine, skip: number): Machine {
  const generation = machine.addressGeneration + 1 + skip;
  const { ipv4, ipv6 } = addressesOf({ seed, serverId: machine.serverId, generation });
  return withAddresses(machine, { ipv4, ipv6: can.ipv6 ? ipv6 : null }, generation);
}
