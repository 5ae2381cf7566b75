import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { BackupOptions } from '../../../db/rows.gen.ts';
import { addMs } from '../../../kit/clock.ts';
import { MISSED_AFTER_MS } from './backup-schedule.rules.ts';

export type OptionRow = Selectable<BackupOptions>;

/** A server's option; null until somebody sets it. Changing it requires the account's lock. */
export function findOption(db: Sql | Tx, serverId: string): Promise<OptionRow | null> {
  return firstOrNull(db.selectFrom('backupOptions').selectAll().where('serverId', '=', serverId));
}

/** Writes an option. Keeps what was charged in its month, so that the ceiling holds however often the option is turned off and on. */
export async function saveOption(tx: Tx, row: Insertable<BackupOptions>): Promise<OptionRow> {
  const {
    serverId: _serverId,
    accountId: _accountId,
    createdAt: _createdAt,
    monthStart: _monthStart,
    monthMicros: _monthMicros,
    ...change
  } = row;
  return tx
    .insertInto('backupOptions')
    .values(row)
    .onConflict((conflict) => conflict.column('serverId').doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setNextRun(tx: Tx, input: { serverId: string; nextRunAt: Date | null; at: Date }): Promise<void> {
  await tx
    .updateTable('backupOptions')
    .set({ nextRunAt: input.nextRunAt, updatedAt: input.at })
    .where('serverId', '=', input.serverId)
    .execute();
}

export async function turnOptionOff(tx: Tx, input: { serverId: string; at: Date }): Promise<void> {
  await tx
    .updateTable('backupOptions')
    .set({ enabled: false, enabledAt: null, nextRunAt: null, updatedAt: input.at })
    .where('serverId', '=', input.serverId)
    .execute();
}

export interface DueServer {
  readonly serverId: string;
  readonly accountId: string;
}

/**
 * Servers after an id whose backup is due and can begin, or is so late that it must be skipped. Leaves out a server that is busy or not
 * running until either applies.
 */
export async function listDueServers(db: Sql, input: { now: Date; after: string; limit: number }): Promise<readonly DueServer[]> {
  return db
    .selectFrom('backupOptions as o')
    .innerJoin('servers as s', 's.id', 'o.serverId')
    .select(['o.serverId', 'o.accountId'])
    .where('o.nextRunAt', '<=', input.now)
    .where((eb) =>
      eb.or([
        eb.and([eb('s.status', 'in', ['ACTIVE', 'STOPPED']), eb('s.task', 'is', null)]),
        eb('o.nextRunAt', '<', addMs(input.now, -MISSED_AFTER_MS)),
      ]),
    )
    .where('o.serverId', '>', input.after)
    .orderBy('o.serverId')
    .limit(input.limit)
    .execute();
}
