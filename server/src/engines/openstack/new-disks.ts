import { MINUTE_MS } from '../../kit/clock.ts';
import type { MachineSpec } from '../engine.ts';
import { ensureVolume } from './machine-volumes.ts';
import type { OpenstackDeps } from './openstack-deps.ts';

/** Cinder copies an image into a volume in no more: then the server is given up. */
const COPIED_WITHIN_MS = 60 * MINUTE_MS;

/** What a machine that is about to be made has for disks. */
export interface NewDisks {
  readonly imageId: string;
  /** Null: the image is copied to the flavor's disk. */
  readonly systemVolumeId: string | null;
  readonly workVolumeId: string | null;
}

/** The system disk as a volume that holds the image; null where the flavor has one. */
export async function systemVolumeOf(
  deps: OpenstackDeps,
  { serverId, storageGb }: MachineSpec,
  imageId: string,
  unwanted: AbortSignal,
): Promise<string | null> {
  if (deps.layout.systemDisk === 'flavor') return null;
  return ensureVolume(deps, { serverId, disk: 'system', sizeGb: storageGb, imageId }, AbortSignal.timeout(COPIED_WITHIN_MS), unwanted);
}

/** The work disk as a volume of its own; null where there is none to make. */
export async function workVolumeOf(
  deps: OpenstackDeps,
  { serverId, localStorageGb }: MachineSpec,
  signal: AbortSignal,
): Promise<string | null> {
  if (deps.layout.workDisk !== 'volume' || localStorageGb === 0) return null;
  return ensureVolume(deps, { serverId, disk: 'work', sizeGb: localStorageGb, imageId: null }, signal);
}

/** Nova removes with the machine what it boots from and works on. */
export function mappingOf({ imageId, systemVolumeId, workVolumeId }: NewDisks) {
  const image = { uuid: imageId, source_type: 'image', destination_type: 'local' } as const;
  const volume = (uuid: string) => ({ uuid, source_type: 'volume', destination_type: 'volume' }) as const;
  return [
    { boot_index: 0, ...(systemVolumeId === null ? image : volume(systemVolumeId)), delete_on_termination: true },
    ...(workVolumeId === null ? [] : [{ boot_index: null, ...volume(workVolumeId), delete_on_termination: true }]),
  ];
}
