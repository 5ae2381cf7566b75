import type { GpuHardware } from '@boreal/contract/fleet/gpu-hardware.ts';

export interface EngineHost {
  /** The engine's own name for the host: the name that operators declare and `MachineSpec.hostName` contains. */
  readonly name: string;
  readonly reachable: boolean;
  /**
   * Why nothing may be sold on it although it answers: nobody has checked yet whether its machines are safe to rent, they are not, or the
   * engine places no new ones on it.
   */
  readonly withheld?: 'unchecked' | 'unsafe' | 'closed';
  /** The GPUs that the engine finds on the host, in a stable order. */
  readonly gpus: readonly EngineGpu[];
  /** The host's other hardware; null if the engine cannot tell: the host does not answer, or stands for several. */
  readonly found: HostFound | null;
}

/** A host's total resources for machines, whatever is in use. */
export interface HostFound {
  /** In the unit of `MachineSpec.vcores`. */
  readonly cores: number;
  readonly memoryGb: number;
  /** The storage for its machines' disks and their backups; null if the engine cannot tell its size. */
  readonly storages: Readonly<Record<'system' | 'work' | 'backups', EngineStorage | null>>;
}

/** A pool of gigabytes that several kinds of disks, and several hosts, may share. */
export interface EngineStorage {
  /** Identifies the storage: the same name means the same storage. */
  readonly name: string;
  readonly sizeGb: number;
}

export interface EngineGpu {
  /** The engine's own name for the GPU, the same after every boot: the name that operators declare and `MachineGpu.device` contains. */
  readonly device: string;
  /** The slug of its model, whether or not the catalog has it; null if it is unknown. */
  readonly model: string | null;
  /** The hardware's own name for itself. */
  readonly name: string;
  /** What identifies its model (`modelOfGpu`); null for GPUs that are on no bus. */
  readonly hardware: GpuHardware | null;
  /** Whether a machine has it, ours or not. Absent if the engine does not report it. */
  readonly used?: boolean;
  /** Whether containers can be given its driver. Absent if the engine does not report it. */
  readonly forContainers?: boolean;
}
