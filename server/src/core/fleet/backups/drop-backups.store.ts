import { BACKUP_DAYS_MAX } from '@boreal/contract/servers/backups.ts';
import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';

/**
 * An automatic backup is kept this long past its expiry, but never longer than the longest retention: by then the next one was made or
 * missed.
 */
const GRACE_MS = 6 * HOUR_MS;

/** Drops a server's ready automatic backups beyond the newest `keep`. Returns how many. */
export async function dropOldest(tx: Tx, input: { serverId: string; keep: number }): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({ status: 'deleting' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('backups')
        .select('id')
        .where('serverId', '=', input.serverId)
        .where('kind', '=', 'automatic')
        .where('status', '=', 'ready')
        .orderBy('localDate', 'desc')
        .offset(input.keep)
        .limit(1000),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Drops a server's backups that have a given status. Returns how many. */
export async function dropByStatus(tx: Tx, input: { serverId: string; status: 'ready' | 'failed' }): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('backups')
    .set({ status: 'deleting' })
    .where('serverId', '=', input.serverId)
    .where('status', '=', input.status)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Drops all of a server's backups, including one in progress: the server is being destroyed. */
export async function dropAll(tx: Tx, serverId: string): Promise<void> {
  await tx
    .updateTable('backups')
    .set({ status: 'deleting' })
    .where('serverId', '=', serverId)
    .where('status', 'in', ['creating', 'ready', 'failed'])
    .execute();
}

/**
 * Drops backups that have expired by Toronto's calendar. Returns how many. Only the newest automatic backups ever reach their expiry:
 * retention drops the older ones as new ones are made.
 */
export async function dropExpired(db: Sql, now: Date): Promise<number> {
  const result = await sql`
    update backups set status = 'deleting'
    from backup_options o
    where o.server_id = backups.server_id and backups.status in ('ready', 'failed')
      and backups.created_at < ${addMs(now, -20 * HOUR_MS)}
      and (backups.created_at at time zone ${sql.lit(BILLING_TIMEZONE)}
          + make_interval(days => case when backups.kind = 'automatic' then o.retention else ${BACKUP_DAYS_MAX} end)
        ) at time zone ${sql.lit(BILLING_TIMEZONE)}
        <= case when backups.kind = 'automatic' and o.retention < ${BACKUP_DAYS_MAX} then ${addMs(now, -GRACE_MS)}::timestamptz else ${now}::timestamptz end
  `.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
