import { z } from 'zod';
import type { Sql, Tx } from '../../../db/connect.ts';
import { notify } from '../../../db/notifications.ts';
import { logLevels, type LogLevel } from '../../../kit/log.ts';

/** The log level of every process; `until`: when, in real time, each returns to its own level automatically; null: only when told to. */
export interface HouseLogLevel {
  readonly level: LogLevel;
  readonly until: Date | null;
}

/** Null: each process logs as configured. */
export async function readLogLevel(db: Sql | Tx): Promise<HouseLogLevel | null> {
  const row = await db.selectFrom('logLevel').select(['level', 'until']).executeTakeFirst();
  return row === undefined ? null : { level: z.enum(logLevels).parse(row.level), until: row.until };
}

/** Notifies every process. */
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
