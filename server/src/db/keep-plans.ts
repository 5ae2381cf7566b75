import { sql } from 'kysely';
import type { Tx } from './connect.ts';

/**
 * From here to the end of the transaction, a connection uses the plan it has cached. By default Postgres makes a new one for the current
 * values when it expects that to run faster, and it underestimates the time that planning takes.
 */
export async function keepPlans(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx);
}
