import type { HostFound } from '../../../engines/engine-hosts.ts';

/** What a server with one of a host's GPUs gets, so that the host sells out together with its GPUs. */
export interface GpuShare {
  readonly vcores: number;
  readonly ramGb: number;
  readonly storageGb: number;
  readonly localStorageGb: number;
}

/** The default reserve of a new host: see `host limit`. */
const MEMORY_RESERVE_GB = 4;
const DISK_RESERVE_GB = 20;

const SYSTEM_DISK_GB = 100;
const SYSTEM_DISK_LEAST_GB = 8;

/** An equal share of the host for each of its GPUs; null: the host is too small. */
export function shareOf({ cores, memoryGb, storages }: HostFound, gpus: number): GpuShare | null {
  const { system, work } = storages;
  const each = (whole: number, reserve: number) => Math.floor((whole - reserve) / gpus);
  const vcores = Math.max(1, each(cores, 0));
  const ramGb = each(memoryGb, MEMORY_RESERVE_GB);
  const systemRoom = each(system?.sizeGb ?? 0, DISK_RESERVE_GB);
  const storageGb = Math.min(SYSTEM_DISK_GB, systemRoom);
  const workRoom = work === null ? 0 : work.name === system?.name ? systemRoom - storageGb : each(work.sizeGb, DISK_RESERVE_GB);
  if (ramGb < 1 || storageGb < SYSTEM_DISK_LEAST_GB) return null;
  return { vcores, ramGb, storageGb, localStorageGb: roundedDown(workRoom) };
}

/** Rounds down to a readable number. */
function roundedDown(gb: number): number {
  return gb < 10 ? 0 : Math.floor(gb / 10) * 10;
}

/** The share of a server with several GPUs. */
export function timesShare(share: GpuShare, gpus: number): GpuShare {
  return { ...share, vcores: share.vcores * gpus, ramGb: share.ramGb * gpus, localStorageGb: share.localStorageGb * gpus };
}
