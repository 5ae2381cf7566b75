import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Sql } from '../db/connect.ts';
import { readDatabaseTime } from '../db/read-database-time.ts';
import type { Clock } from '../kit/clock.ts';
import { createClockWatch } from '../kit/clock-watch.ts';

/** systemd-timesyncd touches this file whenever it has set the clock. Containers do not see it, and other programs leave no such trace. */
const KEPT = '/run/systemd/timesync/synchronized';

/** Whether time-dependent work may trust this machine's clock. A demo left alone for a week continues: nobody pays for it. */
export function watchClock(
  { mode, clock: told }: Pick<Config, 'mode' | 'clock'>,
  { db, clock }: { db: Sql; clock: Clock },
): () => Promise<void> {
  return createClockWatch({
    isTrusted: mode === 'demo' || told === 'go-on',
    ask: () => readDatabaseTime(db, clock),
    keptAtMs: async () => (await stat(KEPT).catch(() => null))?.mtimeMs ?? null,
  });
}
