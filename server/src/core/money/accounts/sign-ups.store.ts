import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';

/** How many accounts a network has requested since then. Serialized per network, so that no two are counted as one. */
export async function lockSignUps(tx: Tx, { network, since }: { network: string; since: Date }): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sign-up ${network}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('signUps')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('network', '=', network)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertSignUp(tx: Tx, row: { network: string; at: Date }): Promise<void> {
  await tx.insertInto('signUps').values(row).execute();
}
