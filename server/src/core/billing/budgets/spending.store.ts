import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import type { Period } from './calendar.rules.ts';

/** What an account spent in a period: what was taken from its credit for use, less what was refunded. Micro-CAD, never below zero. */
export async function readAccountSpending(db: Sql, input: { accountId: string; period: Period }): Promise<bigint> {
  const { rows } = await sql<{ micros: bigint }>`
    select coalesce(sum(case when type = 'refund' then -amount_micros else amount_micros end), 0)::bigint as micros
    from transfers
    where account_id = ${input.accountId} and type in ('usage', 'backup', 'refund')
      and created_at >= ${input.period.start} and created_at < ${input.period.end}
  `.execute(db);
  const micros = rows[0]?.micros ?? 0n;
  return micros < 0n ? 0n : micros;
}
