import { Gauge, type Registry } from 'prom-client';
import type { KeptBackups } from '../db/backup/keep-backups.ts';
import type { Clock } from '../kit/clock.ts';

/** Gauges from the process that makes the backups of the embedded Postgres. They use real time, as the backups do. */
export function backupGauges(kept: Pick<KeptBackups, 'newestCopy' | 'logWaitsSince'>, clock: Pick<Clock, 'wall'>): readonly Gauge[] {
  const registers: Registry[] = [];
  return [
    new Gauge({
      name: 'boreal_backup_copy_timestamp_seconds',
      help: 'When the newest copy of the embedded Postgres ended; 0 when there is none, NaN until the place has told.',
      registers,
      collect() {
        const newest = kept.newestCopy();
        this.set(newest === undefined ? Number.NaN : (newest?.getTime() ?? 0) / 1000);
      },
    }),
    new Gauge({
      name: 'boreal_backup_log_waiting_seconds',
      help: 'How long the oldest of its log has waited to be stored; 0 when all of it is.',
      registers,
      async collect() {
        const since = await kept.logWaitsSince();
        this.set(since === null ? 0 : Math.max(0, (clock.wall().getTime() - since.getTime()) / 1000));
      },
    }),
  ];
}
