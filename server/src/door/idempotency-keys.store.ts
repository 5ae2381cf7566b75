import { sql } from 'kysely';
import type { Sql, Tx } from '../db/connect.ts';
import { firstOrNull } from '../db/first-or-null.ts';

export interface KeyId {
  readonly accountId: string;
  readonly operation: string;
  readonly key: string;
}

/** What is stored about the first request with a key. */
export interface Kept {
  readonly bodyHash: Buffer;
  /** Null in rows from before this was recorded. */
  readonly actorId: string | null;
  /** Null: it contained a secret. */
  readonly body: unknown;
  readonly madeId: string | null;
}

/**
 * Only one request at a time can lock a key; the lock ends with the transaction, even if the process dies. False: another request has it.
 */
export async function tryLockKey(tx: Tx, id: KeyId): Promise<boolean> {
  const name = JSON.stringify([id.accountId, id.operation, id.key]);
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(tx);
  return rows[0]?.got ?? false;
}

export function findFirst(tx: Tx, id: KeyId & { since: Date }): Promise<Kept | null> {
  return firstOrNull(
    tx
      .selectFrom('idempotencyKeys')
      .select(['bodyHash', 'actorId', 'body', 'madeId'])
      .where('accountId', '=', id.accountId)
      .where('operation', '=', id.operation)
      .where('key', '=', id.key)
      .where('createdAt', '>', id.since),
  );
}

/** Stores an answer, `body` as JSON, replacing an expired one. */
export async function keepAnswer(
  tx: Tx,
  id: KeyId,
  answer: {
    readonly bodyHash: Buffer;
    readonly status: number;
    readonly actorId: string | null;
    readonly createdAt: Date;
    readonly body: string | null;
    readonly madeId: string | null;
  },
): Promise<void> {
  const kept = { ...answer, body: answer.body === null ? null : sql<string>`${answer.body}::jsonb` };
  await tx
    .insertInto('idempotencyKeys')
    .values({ ...id, ...kept })
    .onConflict((conflict) => conflict.columns(['accountId', 'operation', 'key']).doUpdateSet(kept))
    .execute();
}

export async function deleteKeys(db: Sql, { until }: { until: Date }): Promise<number> {
  const result = await db.deleteFrom('idempotencyKeys').where('createdAt', '<=', until).executeTakeFirst();
  return Number(result.numDeletedRows);
}
