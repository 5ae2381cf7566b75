import { sql, type OperationNodeSource } from 'kysely';
import type { Tx } from './connect.ts';

/** A write that has yet to be sent. */
export type Write = OperationNodeSource;

/**
 * Sends writes that do not read each other as one statement: while locks are held until the commit, each round trip counts. Foreign keys to
 * a row from the same statement are checked at its end.
 */
export async function writeTogether(tx: Tx, writes: readonly Write[]): Promise<void> {
  const named = writes.map((write, at) => sql`${sql.id(`write_${at}`)} as (${write})`);
  await sql`with ${sql.join(named)} select`.execute(tx);
}
