import { MINUTE_MS } from '../../../kit/clock.ts';
import type { MachineSpec } from '../../engine.ts';
import { disksOf } from '../machine-disks.rules.ts';
import { ensureVolume } from '../machine/machine-volumes.ts';
import type { OpenstackDeps } from '../openstack-deps.ts';

/** Cinder's longest time for copying an image into a volume: then the server is given up. */
const COPIED_WITHIN_MS = 60 * MINUTE_MS;

/** The disks of a machine that is about to be made. */
export interface NewDisks {
  readonly imageId: string;
  /** Null: the image is copied to the flavor's disk. */
  readonly systemVolumeId: string | null;
  readonly workVolumeId: string | null;
}

/**
 * The volumes among the disks, once they can be booted from and attached: the system disk with the image, and an empty work disk; null if
 * the flavor has one, or if there is none.
 */
export async function volumesOf(
  deps: OpenstackDeps,
  spec: MachineSpec,
  { imageId, zone }: { readonly imageId: string; readonly zone: string },
  unwanted: AbortSignal,
): Promise<Pick<NewDisks, 'systemVolumeId' | 'workVolumeId'>> {
  const { serverId, storageGb, localStorageGb } = spec;
  const { systemDisk, workDisk } = disksOf(spec, deps.layout);
  const signal = AbortSignal.timeout(COPIED_WITHIN_MS);
  const made = [
    systemDisk === 'volume'
      ? ensureVolume(deps, { serverId, disk: 'system', sizeGb: storageGb, imageId, zone }, { signal, unwanted })
      : null,
    workDisk === 'volume' && localStorageGb > 0
      ? ensureVolume(deps, { serverId, disk: 'work', sizeGb: localStorageGb, imageId: null, zone }, { signal, unwanted })
      : null,
  ] as const;
  // Even if one fails: nothing may be made after the cleanup.
  await Promise.allSettled(made);
  const [systemVolumeId, workVolumeId] = await Promise.all(made);
  return { systemVolumeId, workVolumeId };
}

/** Nova removes the boot and work disks together with the machine. */
export function mappingOf({ imageId, systemVolumeId, workVolumeId }: NewDisks) {
  const image = { uuid: imageId, source_type: 'image', destination_type: 'local' } as const;
  const volume = (uuid: string) => ({ uuid, source_type: 'volume', destination_type: 'volume' }) as const;
  return [
    { boot_index: 0, ...(systemVolumeId === null ? image : volume(systemVolumeId)), delete_on_termination: true },
    ...(workVolumeId === null ? [] : [{ boot_index: null, ...volume(workVolumeId), delete_on_termination: true }]),
  ];
}
