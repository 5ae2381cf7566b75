import type { GpuHardware } from '@boreal/contract/fleet/gpu-hardware.ts';

export interface EngineHost {
  /** The engine's own name of the host: what an operator declares and `MachineSpec.hostName` carries. */
  readonly name: string;
  readonly reachable: boolean;
  /**
   * Why nothing may be sold on it although it answers: whether its machines are safe to rent has yet to be checked, they are not, or
   * the engine places no new ones on it.
   */
  readonly withheld?: 'unchecked' | 'unsafe' | 'closed';
  /** The cards that the engine finds on the host, in a fixed order. */
  readonly gpus: readonly EngineGpu[];
  /** What else the host has; null where the engine cannot tell: it does not answer, or stands for several. */
  readonly found: HostFound | null;
}

/** What a host has for machines, whatever is on it. */
export interface HostFound {
  /** As `MachineSpec.vcores` counts them. */
  readonly cores: number;
  readonly memoryGb: number;
  /** Where the disks of its machines and their backups lie; null where the engine cannot tell how large that is. */
  readonly storages: Readonly<Record<'system' | 'work' | 'backups', EngineStorage | null>>;
}

/** A stock of gigabytes that several kinds of disks, and several hosts, may draw on. */
export interface EngineStorage {
  /** The same wherever it is the same stock, and another on every other. */
  readonly name: string;
  readonly sizeGb: number;
}

export interface EngineGpu {
  /** The engine's own name of the card, the same after every boot: what an operator declares and `MachineGpu.device` carries. */
  readonly device: string;
  /** The slug of its model, whether the catalog has it or not; null when it is none that we know. */
  readonly model: string | null;
  /** What the hardware says it is. */
  readonly name: string;
  /** By what its model is recognised (`modelOfGpu`); null for cards that are on no bus. */
  readonly hardware: GpuHardware | null;
  /** Whether a machine has it, ours or not. Left out where the engine does not tell. */
  readonly used?: boolean;
  /** Whether containers can be given its driver. Left out where the engine does not tell. */
  readonly forContainers?: boolean;
}
