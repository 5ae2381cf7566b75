import type { Database } from '../../../db/connect.ts';

const STANDING = {
  name: 'read-standing',
  text: `
    select l.balance_micros as "balanceMicros", coalesce((
      select sum(price.hourly_micros)
      from clock_runs r
      join servers s on s.id = r.server_id
      join lateral (
        select hourly_micros from prices
        where plan_id = r.plan_id and (account_id = r.account_id or account_id is null) and valid_from <= $2
        order by account_id nulls last, valid_from desc limit 1
      ) price on true
      where s.account_id = l.id and s.status <> 'DELETED' and r.open and r.stops_at is null
    ), 0)::bigint as "burnMicros"
    from ledger_accounts l where l.id = $1`,
};

/** What an account has, and what its running clocks cost in an hour at the prices in force; micro-CAD. */
export interface Standing {
  readonly balanceMicros: bigint;
  readonly burnMicros: bigint;
}

/** A named statement, because consoles and agents poll it. */
export async function readStanding(db: Database, input: { accountId: string; at: Date }): Promise<Standing> {
  const { rows } = await db.pool.query<Standing>({ ...STANDING, values: [input.accountId, input.at] });
  const [standing] = rows;
  if (!standing) throw new Error(`account ${input.accountId} has no credit row`);
  return standing;
}
