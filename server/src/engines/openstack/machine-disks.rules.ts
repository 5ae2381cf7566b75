import type { MachineSize, SystemDisk, WorkDisk } from '../engine.ts';
import type { Layout } from './openstack-deps.ts';

export type DiskLayout = Pick<Layout, 'systemDisks' | 'workDisks'>;

/** A machine's kinds of disk: its pool's choice or, without one, the configuration's first. */
export interface MachineDisks {
  readonly systemDisk: SystemDisk;
  readonly workDisk: WorkDisk;
}

export function disksOf({ systemDisk, workDisk }: Pick<MachineSize, 'systemDisk' | 'workDisk'>, layout: DiskLayout): MachineDisks {
  return { systemDisk: systemDisk ?? layout.systemDisks[0], workDisk: workDisk ?? layout.workDisks[0] };
}

/** Whether machines may have cinder volumes. */
export function mayHaveVolumes({ systemDisks, workDisks }: DiskLayout): boolean {
  return systemDisks.includes('volume') || workDisks.includes('volume');
}

/**
 * For the operator: a pool has chosen a kind that is no longer configured. Nothing is made then: volumes that nobody looks for would be
 * left over.
 */
export function disksNotOffered(size: Pick<MachineSize, 'systemDisk' | 'workDisk'>, layout: DiskLayout): string[] {
  const { systemDisk, workDisk } = disksOf(size, layout);
  return [
    ...(layout.systemDisks.includes(systemDisk) ? [] : [notOffered('OPENSTACK_SYSTEM_DISK', 'system', layout.systemDisks, systemDisk)]),
    ...(layout.workDisks.includes(workDisk) ? [] : [notOffered('OPENSTACK_WORK_DISK', 'work', layout.workDisks, workDisk)]),
  ];
}

function notOffered(setting: string, disk: 'system' | 'work', offered: readonly string[], wanted: string): string {
  const named = [...offered, wanted].join(',');
  return `A pool's ${disk} disks are ${wanted}, and ${setting} does not name that. Set ${setting}=${named}, or choose others for the pool: pool disks POOL --${disk}-disk ${offered[0] ?? ''}`;
}
