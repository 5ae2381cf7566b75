import { EngineError, type MachineSpec } from '../engine.ts';
import { requirePlace, requireReachable, type SimulatedDeps } from './change-machine.ts';
import type { ArmedFaults } from './faults.ts';
import { slotsIn } from './gpus.rules.ts';
import { powerAt, settled } from './machine.rules.ts';

/** Moves a machine that is off to another host at once; for a hibernated one only its disks, because it has no GPUs. */
export async function relocateMachine(deps: SimulatedDeps, standing: ArmedFaults, spec: MachineSpec): Promise<'there' | 'moving'> {
  if (!deps.can.relocation) throw new EngineError('unknown', 'This engine takes no machine to another host.');
  const at = deps.clock.now();
  // A hibernated or deleted machine has no GPU any more, though that may not have been recorded yet.
  await deps.machines.settle(at);
  const machine = await deps.machines.find(spec.serverId);
  const power = machine ? powerAt(machine, at) : 'absent';
  if (!machine || power === 'absent') throw new EngineError('gone', `There is no machine ${spec.serverId}.`);
  requireReachable(machine, at, standing);
  if (power !== 'stopped' && power !== 'hibernated')
    throw new EngineError('unknown', `${spec.serverId} is ${power}, and only what is off is moved.`);
  if (machine.hostName === spec.hostName) return 'there';
  const wakes = power === 'stopped';
  await requirePlace(deps, standing, spec);
  const next = { ...settled(machine, at), hostName: spec.hostName };
  const taken = { spec: wakes ? spec : null, gpuSlots: wakes ? slotsIn(spec) : null };
  const written = await deps.machines.replace(next, { ...taken, ran: null, strike: null });
  if (written === 'slot_held') throw new EngineError('no_capacity', `Another machine holds a card on ${spec.hostName}.`);
  return typeof written === 'object' ? 'there' : 'moving';
}
