import type { Database } from '../../../db/connect.ts';
import { BURN, burnValues } from './burn-rate.store.ts';

const STANDING = {
  name: 'read-standing',
  text: `select l.balance_micros as "balanceMicros", (${BURN}) as "burnMicros" from ledger_accounts l where l.id = $1`,
};

/** An account's balance, and what its running clocks cost per hour; micro-CAD. */
export interface AccountStanding {
  readonly balanceMicros: bigint;
  readonly burnMicros: bigint;
}

/** A named statement, because consoles and agents poll it. */
export async function readStanding(db: Database, input: { accountId: string; at: Date }): Promise<AccountStanding> {
  const { rows } = await db.pool.query<AccountStanding>({ ...STANDING, values: burnValues(input) });
  const [standing] = rows;
  if (!standing) throw new Error(`account ${input.accountId} has no credit row`);
  return standing;
}
