import type { Routes } from './double-http.ts';
import type { Volume } from './double-world.ts';

/** -1: as many as one likes. */
export interface VolumeQuota {
  volumes: number;
  gigabytes: number;
  snapshots: number;
}

interface Counted {
  readonly volumes: ReadonlyMap<string, Volume>;
  readonly snapshots: ReadonlyMap<string, unknown>;
  readonly backups: ReadonlyMap<string, unknown>;
  readonly quota: VolumeQuota;
}

/** What a project may have of cinder, and what it has. */
export function volumeQuotaRoutes({ volumes, snapshots, backups, quota }: Counted): Routes {
  return {
    'GET /v3/:project/limits': ({ caller: { user } }) => {
      const own = [...volumes.values()].filter(({ project }) => project.id === user.project.id);
      const absolute = {
        maxTotalVolumes: quota.volumes,
        maxTotalSnapshots: quota.snapshots,
        maxTotalVolumeGigabytes: quota.gigabytes,
        maxTotalBackups: 10,
        maxTotalBackupGigabytes: 1000,
        totalVolumesUsed: own.length,
        totalGigabytesUsed: own.reduce((sum, { size }) => sum + size, 0),
        totalSnapshotsUsed: snapshots.size,
        totalBackupsUsed: backups.size,
        totalBackupGigabytesUsed: 0,
      };
      return { status: 200, body: { limits: { rate: [], absolute } } };
    },
    'GET /v3/:project/os-quota-sets/:of': (_call, _project, of = '') => {
      const used = {
        volumes: volumes.size,
        gigabytes: [...volumes.values()].reduce((sum, { size }) => sum + size, 0),
        snapshots: snapshots.size,
      };
      const row = (limit: number, in_use: number) => ({ limit, in_use, reserved: 0 });
      const rows = {
        volumes: row(quota.volumes, used.volumes),
        gigabytes: row(quota.gigabytes, used.gigabytes),
        snapshots: row(quota.snapshots, used.snapshots),
        per_volume_gigabytes: row(-1, 0),
        backups: row(-1, backups.size),
        backup_gigabytes: row(-1, 0),
      };
      return { status: 200, body: { quota_set: { ...rows, id: of } } };
    },
  };
}
