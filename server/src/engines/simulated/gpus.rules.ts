import type { MachineGpu, MachineSpec } from '../engine.ts';
import type { EngineGpu, HostFound } from '../engine-hosts.ts';

/** A host with GPUs in slots from 0 on. */
export interface SimulatedHost {
  readonly name: string;
  /** The model of each GPU, by slot. */
  readonly gpuModels: readonly string[];
  /** The name of each GPU, by slot, if it has one. */
  readonly devices?: readonly (string | null)[];
  /** Its other hardware; by default, plenty for its GPUs. */
  readonly found?: HostFound | undefined;
}

/** A host's hardware besides its GPUs: enough for any plan sold with them, and for many hibernated machines. */
export function foundIn({ name, gpuModels, found }: SimulatedHost): HostFound {
  if (found) return found;
  const gpuCount = gpuModels.length;
  const disks = { name: `simulated/${name}`, sizeGb: gpuCount * 20_000 };
  return { cores: gpuCount * 32, memoryGb: gpuCount * 256, storages: { system: disks, work: disks, backups: disks } };
}

/** The GPUs of a host, by slot. */
export function gpusIn({ gpuModels, devices }: SimulatedHost): EngineGpu[] {
  return gpuModels.map((model, slot) => ({ device: devices?.[slot] ?? deviceIn(slot), model, name: `Simulated ${model}`, hardware: null }));
}

export function simulatedGpu(slot: number): MachineGpu {
  return { slot, device: deviceIn(slot) };
}

export function slotsIn({ gpus }: Pick<MachineSpec, 'gpus'>): number[] {
  return gpus.map(({ slot }) => slot);
}

function deviceIn(slot: number): string {
  return `card-${slot}`;
}
