import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';

/** What the account's running clocks cost in an hour at the prices in force, micro-CAD. */
export async function readBurnRate(db: Sql, input: { accountId: string; at: Date }): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(price.hourly_micros), 0)::bigint as micros
    from clock_runs r
    join servers s on s.id = r.server_id
    join lateral (
      select hourly_micros from prices
      where plan_id = r.plan_id and (account_id = r.account_id or account_id is null) and valid_from <= ${input.at}
      order by account_id nulls last, valid_from desc limit 1
    ) price on true
    where s.account_id = ${input.accountId} and s.status <> 'DELETED' and r.open and r.stops_at is null
  `.execute(db);
  return rows[0]?.micros ?? 0n;
}

/** Hours, to a tenth and rounded down, that a balance lasts at a rate; null when nothing runs. */
export function runtimeHours(balanceMicros: bigint, hourlyMicros: bigint): number | null {
  return hourlyMicros === 0n ? null : Number((balanceMicros * 10n) / hourlyMicros) / 10;
}
