import type { EngineGpu, MachineGpu, MachineSpec } from '../engine.ts';

/** A host with cards of one model, in slots from 0 on. */
export interface SimulatedHost {
  readonly name: string;
  readonly gpuModel: string;
  readonly gpuCount: number;
}

/** The cards of a host, by slot. */
export function gpusIn({ gpuModel, gpuCount }: SimulatedHost): EngineGpu[] {
  return Array.from({ length: gpuCount }, (_, slot) => ({
    device: deviceIn(slot),
    model: gpuModel,
    name: `Simulated ${gpuModel}`,
    hardware: null,
  }));
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
