import { sql } from 'kysely';
import type { Tx } from './connect.ts';

/**
 * Runs the erasure of people's words from rows that otherwise never change. The database allows changes only to those columns, and only
 * here: `refuse_change` in the migrations.
 */
export async function erasing<T>(tx: Tx, run: () => Promise<T>): Promise<T> {
  await sql`select set_config('boreal.erasing', 'on', true)`.execute(tx);
  const done = await run();
  await sql`select set_config('boreal.erasing', 'off', true)`.execute(tx);
  return done;
}
