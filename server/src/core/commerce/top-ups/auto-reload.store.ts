import { sql, type Selectable } from 'kysely';
import type { Micros } from '@boreal/contract/values/money.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { AutoReloads } from '../../../db/rows.gen.ts';
import { joinPrice } from '../../money/prices/price-in-force.store.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { backupPart } from '../../money/clocks/backup-part.store.ts';

export type AutoReloadRow = Selectable<AutoReloads>;

/** An account's auto-reload; null until somebody sets it. Changing it requires the account's lock. */
export function findAutoReload(db: Sql | Tx, accountId: string): Promise<AutoReloadRow | null> {
  return firstOrNull(db.selectFrom('autoReloads').selectAll().where('accountId', '=', accountId));
}

export async function saveAutoReload(tx: Tx, row: AutoReloadRow): Promise<void> {
  const { accountId: _accountId, createdAt: _createdAt, ...change } = row;
  await tx
    .insertInto('autoReloads')
    .values(row)
    .onConflict((conflict) => conflict.column('accountId').doUpdateSet(change))
    .execute();
}

export async function changeAutoReload(
  tx: Tx,
  accountId: string,
  change: Partial<Pick<AutoReloadRow, 'declines' | 'stoppedAt' | 'triedAt' | 'updatedAt'>>,
): Promise<void> {
  await tx.updateTable('autoReloads').set(change).where('accountId', '=', accountId).execute();
}

export async function stopAutoReload(tx: Tx, input: { accountId: string; at: Date }): Promise<void> {
  await changeAutoReload(tx, input.accountId, { stoppedAt: input.at, updatedAt: input.at });
}

/** What auto-reload has bought, or is buying, since a time; micro-CAD before tax. */
export async function sumReloads(db: Sql | Tx, input: { accountId: string; since: Date }): Promise<Micros> {
  const row = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<bigint>('netMicros'), sql<bigint>`0`).as('micros'))
    .where('accountId', '=', input.accountId)
    .where('purpose', '=', 'auto_reload')
    .where('status', '<>', 'failed')
    .where('createdAt', '>=', input.since)
    .executeTakeFirst();
  return BigInt(row?.micros ?? 0n);
}

/** Whether a reload begun since a time has no answer yet. */
export async function isReloading(tx: Tx, input: { accountId: string; since: Date }): Promise<boolean> {
  const open = tx
    .selectFrom('payments')
    .select('id')
    .where('accountId', '=', input.accountId)
    .where('purpose', '=', 'auto_reload')
    .where('settledAt', 'is', null)
    .where('createdAt', '>=', input.since);
  return (await open.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Accounts whose credit is below their threshold, or does not cover the next hour of running servers, and whose last attempt is long enough
 * ago.
 */
export async function listLowAccounts(db: Sql, input: { at: Date; triedBefore: Date }): Promise<readonly string[]> {
  const { rows } = await sql<{ accountId: string }>`
    with burn as (
      select r.account_id, sum(price.hourly_micros + ${backupPart(billingMonth(input.at))}) as micros
      from clock_runs r
      join auto_reloads a on a.account_id = r.account_id and a.enabled and a.stopped_at is null
      left join backup_options option on option.server_id = r.server_id
      ${joinPrice({ row: 'r', at: input.at })}
      where r.open and r.stops_at is null group by r.account_id
    )
    select a.account_id from auto_reloads a
    join ledger_accounts c on c.id = a.account_id
    left join burn b on b.account_id = a.account_id
    where a.enabled and a.stopped_at is null and (a.tried_at is null or a.tried_at <= ${input.triedBefore})
      and c.balance_micros < greatest(a.threshold_micros, coalesce(b.micros, 0))
    order by a.account_id
  `.execute(db);
  return rows.map((row) => row.accountId);
}
