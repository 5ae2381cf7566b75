import { z } from 'zod';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notify } from '../../../db/notifications.ts';
import { logLevels, type LogLevel } from '../../../kit/log.ts';

/** What every process logs at; `until`, in real time, when each goes back to its own by itself; null: when it is told. */
export interface HouseLogLevel {
  readonly level: LogLevel;
  readonly until: Date | null;
}

/** Null: each process logs as it was configured. */
export async function readLogLevel(db: Sql | Tx): Promise<HouseLogLevel | null> {
  const row = await db.selectFrom('logLevel').select(['level', 'until']).executeTakeFirst();
  return row === undefined ? null : { level: z.enum(logLevels).parse(row.level), until: row.until };
}

/** Every process is told. */
export async function writeLogLevel(tx: Tx, set: HouseLogLevel | null): Promise<void> {
  await tx.deleteFrom('logLevel').execute();
  if (set !== null) {
    await tx
      .insertInto('logLevel')
      .values({ id: 'house', ...set })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(set))
      .execute();
  }
  await notify(tx, 'log_level_changed');
}
