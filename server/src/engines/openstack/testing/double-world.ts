import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../kit/clock.ts';

/** What a caller may do. `admin` is an administrator of the cloud, `member` somebody in one project. */
export type Role = 'admin' | 'member' | 'reader';

export interface Project {
  readonly id: string;
  readonly name: string;
}

export interface User {
  readonly id: string;
  readonly name: string;
  readonly password: string;
  readonly project: Project;
  readonly role: Role;
}

export interface PretendedGpu {
  readonly address: string;
  /** Nova's id of the server that has it. */
  holder: string | null;
}

/** A compute host of the double. */
export interface PretendedHost {
  readonly id: string;
  readonly name: string;
  readonly zone: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly diskGb: number;
  readonly gpus: readonly PretendedGpu[];
  /** Its nova-compute answers. */
  up: boolean;
  /** `false`: an administrator keeps new servers off it. */
  enabled: boolean;
}

/** What one disk holds, as a text in place of all its content. */
export interface Disk {
  text: string | null;
}

export interface Flavor {
  readonly id: string;
  readonly name: string;
  readonly vcpus: number;
  readonly ram: number;
  readonly disk: number;
  readonly ephemeral: number;
  readonly swap: number;
  readonly isPublic: boolean;
  readonly description: string | null;
  readonly extraSpecs: Record<string, string>;
}

export interface Action {
  readonly requestId: string;
  readonly action: string;
  readonly startedAt: Date;
  updatedAt: Date;
  message: string | null;
  result: 'Success' | 'Error' | null;
  /** What of nova did it last, as its list of actions calls it. */
  event: string;
  /** Why it failed, for administrators' eyes. */
  details: string | null;
}

/** One server of nova. What is asked of it is in `double-servers.ts`, what then happens in `double-life.ts`. */
export interface Server {
  readonly id: string;
  readonly project: Project;
  readonly user: User;
  name: string;
  hostname: string;
  description: string | null;
  status: string;
  taskState: string | null;
  vmState: string;
  powerState: number;
  host: PretendedHost | null;
  zone: string;
  /** What the request insisted on. */
  readonly wants: { readonly host: string | null; readonly zone: string | null };
  flavor: Flavor;
  imageId: string | null;
  readonly keyName: string | null;
  readonly userData: string | null;
  readonly configDrive: boolean;
  readonly createdAt: Date;
  updatedAt: Date;
  launchedAt: Date | null;
  bootedAt: Date | null;
  metadata: Record<string, string>;
  tags: string[];
  locked: boolean;
  fault: { readonly code: number; readonly message: string; readonly created: Date } | null;
  /** Its own disks; of a volume that it boots from, null. */
  root: Disk | null;
  ephemeral: Disk | null;
  readonly actions: Action[];
  shelvedImageId: string | null;
  /** Its volumes, the one that it boots from first. Those that nova made are removed with it where it was asked to. */
  volumes: { readonly volumeId: string; readonly device: string; readonly boots: boolean; readonly deleteOnTermination: boolean }[];
  /** Ports that nova made, and removes. */
  readonly ownPorts: string[];
  /** Before the scheduler has chosen, nothing can be done with it but deleting it: whoever asks is told that it is not there. */
  placed: boolean;
  /** How it was before it was moved, until that is confirmed. */
  movedFrom: { readonly host: PretendedHost; readonly vmState: string } | null;
  /** Grows with every change of mind, so that a timer of what was asked before does nothing. */
  generation: number;
  /** Its guest ignores being asked to end. */
  neverEnds: boolean;
}

export interface Volume {
  readonly id: string;
  readonly project: Project;
  name: string;
  description: string | null;
  status: string;
  readonly size: number;
  readonly type: string;
  readonly zone: string;
  readonly bootable: boolean;
  metadata: Record<string, string>;
  readonly snapshotId: string | null;
  readonly createdAt: Date;
  attachment: { readonly id: string; readonly serverId: string; readonly device: string } | null;
  /** What is written on it as its image's, and will be on an image that is made of it. */
  imageMetadata: Record<string, string>;
  readonly disk: Disk;
}

export interface VolumeSnapshot {
  readonly id: string;
  readonly project: Project;
  name: string;
  description: string | null;
  status: string;
  readonly volumeId: string;
  readonly size: number;
  metadata: Record<string, string>;
  readonly imageMetadata: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  readonly disk: Disk;
}

export interface VolumeBackup extends Omit<VolumeSnapshot, 'metadata' | 'description' | 'imageMetadata'> {
  readonly metadata: Record<string, string>;
}

export interface Timers {
  /** Does the work after so many paces, unless the double was closed. */
  later(paces: number, work: () => void): void;
  /** Nothing goes on until it is let go on. */
  hold(): void;
  goOn(): void;
  close(): void;
}

/** Whatever happens in a cloud takes this long, and some of it several times. */
export const PACE_MS = 15;

export function timersOf(paceMs: number): Timers {
  const open = new Set<NodeJS.Timeout>();
  let due: (() => void)[] | null = null;
  return {
    later(paces, work) {
      const timer = setTimeout(() => {
        open.delete(timer);
        if (due) due.push(work);
        else work();
      }, paces * paceMs);
      open.add(timer);
    },
    hold: () => void (due ??= []),
    goOn() {
      const waiting = due ?? [];
      due = null;
      for (const work of waiting) work();
    },
    close() {
      for (const timer of open) clearTimeout(timer);
      due = [];
    },
  };
}

const clock = systemClock();

export function now(): Date {
  return clock.wall();
}

/** As nova writes a moment; neutron and cinder have forms of their own. */
export function second(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** As nova writes moments of the past, and cinder all of them. */
export function micros(at: Date): string {
  return `${second(at).slice(0, -1)}.000000`;
}

export function newId(): string {
  return randomUUID();
}

/** Keystone's ids have no dashes. */
export function newPlainId(): string {
  return randomUUID().replaceAll('-', '');
}
