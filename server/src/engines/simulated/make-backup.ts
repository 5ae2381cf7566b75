import { EngineError, type ObservedBackup } from '../engine.ts';
import { beginBackup, noBackup, observedBackup } from './backup.rules.ts';
import { requireReachable, type SimulatedDeps } from './change-machine.ts';
import type { ArmedFaults } from './faults.ts';
import { powerAt } from './machine.rules.ts';

const ATTEMPTS = 100;

/** Begins a backup of a running or stopped machine, unless the id has one; returns its current state. */
export async function makeBackup(
  deps: SimulatedDeps,
  standing: ArmedFaults,
  of: { serverId: string; backupId: string },
): Promise<ObservedBackup> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const at = deps.clock.now();
    const made = await deps.backups.find(of.backupId);
    if (made) return observedBackup(made, at);
    const machine = await deps.machines.find(of.serverId);
    if (!machine) return noBackup(of.backupId);
    requireReachable(machine, at, standing);
    const power = powerAt(machine, at);
    if (power !== 'running' && power !== 'stopped') return noBackup(of.backupId);
    const strike = standing.armed.has('backup_fails') ? await deps.faults.nextFailure('backup_fails', of.serverId) : null;
    const { slowFactor } = standing;
    await deps.backups.add(beginBackup({ ...of, seed: deps.seed, slowFactor }, { at, failure: strike?.cause ?? null }), strike);
  }
  throw new EngineError('unknown', `${of.backupId} could not be begun: others were first ${ATTEMPTS} times.`);
}
