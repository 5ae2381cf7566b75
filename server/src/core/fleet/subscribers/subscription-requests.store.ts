import { sql } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';

/** How many requests a network has made since a time, and all networks since another. Serialized, so that no two are counted as one. */
export async function lockRequests(
  tx: Tx,
  { network, since, allSince }: { network: Buffer; since: Date; allSince: Date },
): Promise<{ own: number; all: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('subscription requests', 0))`.execute(tx);
  const { rows } = await sql<{ own: bigint; all: bigint }>`
    select
      (select count(*) from subscription_requests where network = ${network} and at > ${since}) as own,
      (select count(*) from subscription_requests where at > ${allSince}) as all
  `.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('counting answers a row');
  return { own: Number(row.own), all: Number(row.all) };
}

export async function insertRequest(tx: Tx, row: { network: Buffer; at: Date }): Promise<void> {
  await tx.insertInto('subscriptionRequests').values(row).execute();
}

export async function deleteRequestsBefore(db: Sql, at: Date): Promise<void> {
  await db.deleteFrom('subscriptionRequests').where('at', '<=', at).execute();
}
