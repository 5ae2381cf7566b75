import { sql } from 'kysely';
import type { Tx } from './connect.ts';

/**
 * From here to the transaction's end, the plan that a connection has is used. Left to itself, Postgres makes a new one for the values
 * at hand when it expects that to run faster, and expects planning to take far less than it does.
 */
export async function keepPlans(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}
