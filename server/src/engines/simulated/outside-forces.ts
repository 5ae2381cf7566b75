import { EngineError, type MachineSpec } from '../engine.ts';
import { addressesOf } from './addresses.rules.ts';
import type { SimulatedDeps } from './change-machine.ts';
import { begin, powerAt, ranUntil, unmade, withAddresses } from './machine.rules.ts';

/** The guest shuts its machine down at once. */
export async function powerOffFromInside(deps: SimulatedDeps, serverId: string): Promise<void> {
  for (;;) {
    const at = deps.clock.now();
    const machine = await deps.machines.find(serverId);
    if (!machine || powerAt(machine, at) !== 'running') return;
    const off = begin(machine, { via: 'stopping' }, { at, seconds: 0, failure: null, hostName: machine.hostName });
    const written = await deps.machines.replace(off, { spec: null, gpuSlots: null, ran: ranUntil(machine, at), strike: null });
    if (written !== 'outrun') return;
  }
}

/** A running machine that nobody requested from this engine. Error: `unknown` if the id is taken. */
export async function plantMachine(deps: SimulatedDeps, serverId: string, hostName: string): Promise<void> {
  const at = deps.clock.now();
  const spec = orphanSpec(serverId, hostName);
  const running = begin(unmade(serverId, at), { via: 'starting', spec }, { at, seconds: 0, failure: null, hostName });
  for (let generation = 1; ; generation += 1) {
    const written = await deps.machines.add(
      withAddresses(running, addressesOf({ seed: deps.seed, serverId, generation }), generation),
      spec,
      null,
    );
    if (typeof written === 'object') return;
    if (written !== 'address_held') throw new EngineError('unknown', `${serverId} could not be planted: ${written}.`);
  }
}

/** A backup that nobody requested from this engine, ready at once. */
export async function plantBackup(deps: SimulatedDeps, backupId: string): Promise<void> {
  const at = deps.clock.now();
  await deps.backups.plant({ backupId, serverId: 'srv_nobody', startedAt: at, readyAt: at, failure: null, sizeGb: 1 });
}

function orphanSpec(serverId: string, hostName: string): MachineSpec {
  return {
    serverId,
    hostName,
    name: 'orphan',
    gpuModel: '',
    withGpus: true,
    machineType: 'container',
    gpus: [],
    vcores: 1,
    ramGb: 1,
    storageGb: 1,
    localStorageGb: 0,
    systemDisk: null,
    workDisk: null,
    image: '',
    username: '',
    publicKey: '',
    firewall: [],
    forwards: null,
    mustExist: false,
    fromBackupId: null,
    record: '',
  };
}
