import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Sql } from '../db/connect.ts';
import { readDatabaseTime } from '../db/read-database-time.ts';
import type { Clock } from '../kit/clock.ts';
import { createClockWatch } from '../kit/clock-watch.ts';

/** systemd-timesyncd touches it whenever it has set the clock. Containers do not see it, and other programs leave nothing that tells. */
const KEPT = '/run/systemd/timesync/synchronized';

/** Whether the clock of this machine is to be trusted by what counts time. A demo that was left for a week goes on: nobody pays for it. */
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
