import type { EngineStorage } from '../../engine-hosts.ts';
import type { StoragePool } from '../client/incus-shapes.ts';

const GIGABYTE = 2 ** 30;

/** A storage pool on one member, in bytes. */
export interface PoolSpace {
  readonly pool: StoragePool;
  readonly host: string;
  readonly totalBytes: number;
  readonly usedBytes: number;
}

/** Drivers with which all members reach the same disks. */
const SHARED = ['ceph', 'cephfs', 'lvmcluster', 'linstor', 'truenas'];

/**
 * The underlying storage of each pool, by the pool's name. Pools on the same zpool, volume group or file system share one storage: what a
 * machine takes from one is missing in the other.
 */
export function storagesOf(spaces: readonly PoolSpace[]): ReadonlyMap<string, EngineStorage> {
  const byStorage = Map.groupBy(spaces, storageName);
  return new Map(
    [...byStorage].flatMap(([name, parts]) => {
      const sizeGb = Math.floor(sizeOf(parts) / GIGABYTE);
      return parts.map(({ pool }) => [pool.name, { name, sizeGb }] as const);
    }),
  );
}

function storageName(space: PoolSpace): string {
  const { pool, host } = space;
  const { driver, config } = pool;
  if (SHARED.includes(driver)) return `${driver}:${sourceOf(space)}`;
  // Two folders on one file system can be recognised only by their equal size.
  if (driver === 'dir') return `${host}/folders of ${Math.floor(space.totalBytes / GIGABYTE)} GB`;
  if (driver === 'zfs') return `${host}/${(config['zfs.pool_name'] ?? pool.name).split('/')[0]}`;
  if (driver === 'lvm') {
    const thin = config['lvm.use_thinpool'] === 'false' ? '' : `/${config['lvm.thinpool_name'] ?? 'IncusThinPool'}`;
    return `${host}/${config['lvm.vg_name'] ?? pool.name}${thin}`;
  }
  return `${host}/${pool.name}`;
}

function sourceOf({ pool: { name, config } }: PoolSpace): string {
  const ceph = config['ceph.osd.pool_name'] ?? config['cephfs.path'];
  return ceph === undefined ? (config['source'] ?? name) : `${config['ceph.cluster_name'] ?? 'ceph'}/${ceph}`;
}

/** ZFS reports each dataset's own usage and the shared free space; the others report the total size. */
function sizeOf(parts: readonly PoolSpace[]): number {
  const largest = Math.max(...parts.map(({ totalBytes }) => totalBytes));
  if (parts[0]?.pool.driver !== 'zfs') return largest;
  const free = Math.max(...parts.map(({ totalBytes, usedBytes }) => totalBytes - usedBytes));
  return Math.max(largest, free + parts.reduce((sum, { usedBytes }) => sum + usedBytes, 0));
}
