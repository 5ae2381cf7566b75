import { CompiledQuery } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { joinPriceText } from '../prices/price-in-force.store.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { backupPartText } from '../clocks/backup-part.store.ts';

/**
 * What the running clocks of account $1 cost per hour, micro-CAD: the prices in force at $2, and backup options in the Toronto month that
 * begins at $3. It equals the charge of the next hour, so that it can be compared with the credit.
 */
export const BURN = `
  select coalesce(sum(price.hourly_micros + ${backupPartText('$3')}), 0)::bigint
  from clock_runs r
  join servers s on s.id = r.server_id
  left join backup_options option on option.server_id = r.server_id
  ${joinPriceText({ row: 'r', at: '$2' })}
  where s.account_id = $1 and s.status <> 'DELETED' and r.open and r.stops_at is null`;

/** The values of `BURN`'s placeholders. */
export function burnValues(input: { accountId: string; at: Date }): unknown[] {
  return [input.accountId, input.at, billingMonth(input.at).start];
}

/** What the account's running clocks cost per hour, micro-CAD. */
export async function readBurnRate(db: Sql | Tx, input: { accountId: string; at: Date }): Promise<bigint> {
  const query = CompiledQuery.raw(`select (${BURN}) as micros`, burnValues(input));
  const { rows } = await db.executeQuery<{ micros: bigint }>(query);
  return rows[0]?.micros ?? 0n;
}

/** How many hours, rounded down to a tenth, a balance lasts at a rate; null if nothing runs. */
export function runtimeHours(balanceMicros: bigint, hourlyMicros: bigint): number | null {
  return hourlyMicros === 0n ? null : Number((balanceMicros * 10n) / hourlyMicros) / 10;
}
