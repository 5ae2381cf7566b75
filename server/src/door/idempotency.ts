import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { joining, type Ctx } from '../core/ctx.ts';
import type { Sql, Tx } from '../db/connect.ts';
import { addMs, HOUR_MS } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { doorIssue } from './door-messages.ts';

const KEPT_MS = 24 * HOUR_MS;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The header's key; null when there is none. @throws INVALID_REQUEST when it is not 1–255 printable characters */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = typeof header === 'string' ? header.trim() : '';
  if (!PRINTABLE.test(key)) throw doorIssue('idempotencyKey');
  return key;
}

/** A request that carries an Idempotency-Key. `fingerprint` is the same text for the same request. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
}

/**
 * Does the work once a key in 24 hours and answers its repetition with the first answer. The work runs inside the
 * transaction that keeps its answer, so that both commit together or not at all: every `ctx.transact` of the operation
 * joins it. A refusal keeps nothing, so that the same request can be repeated, say after paying.
 * @throws IDEMPOTENCY_CONFLICT another request used this key · IDEMPOTENCY_IN_PROGRESS the first one still runs
 */
export function answerOnce<C extends Ctx>(
  ctx: C,
  request: KeyedRequest,
  work: (ctx: C) => Promise<unknown>,
): Promise<{ body: unknown; replayed: boolean }> {
  const bodyHash = hash('sha256', request.fingerprint, 'buffer');
  const id = { accountId: request.accountId, operation: request.operation, key: request.key };
  return ctx.transact(async (tx) => {
    await lockKey(tx, id);
    const now = ctx.clock.now();
    const first = await findFirst(tx, { ...id, since: addMs(now, -KEPT_MS) });
    if (first && !first.bodyHash.equals(bodyHash)) throw new AppError('IDEMPOTENCY_CONFLICT', {});
    if (first) return { body: first.body, replayed: true };
    const body = await work(joining(ctx, tx));
    const kept = { bodyHash, status: request.status, body: sql<string>`${JSON.stringify(body)}::jsonb`, createdAt: now };
    await tx
      .insertInto('idempotencyKeys')
      .values({ ...id, ...kept })
      .onConflict((conflict) => conflict.columns(['accountId', 'operation', 'key']).doUpdateSet(kept))
      .execute();
    return { body, replayed: false };
  });
}

interface KeyId {
  readonly accountId: string;
  readonly operation: string;
  readonly key: string;
}

/** One request at a time may hold a key; the lock ends with the transaction, whatever becomes of the process. */
async function lockKey(tx: Tx, id: KeyId): Promise<void> {
  const name = JSON.stringify([id.accountId, id.operation, id.key]);
  const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as got`.execute(tx);
  if (!rows[0]?.got) throw new AppError('IDEMPOTENCY_IN_PROGRESS', {});
}

function findFirst(tx: Tx, id: KeyId & { since: Date }) {
  return tx
    .selectFrom('idempotencyKeys')
    .select(['bodyHash', 'body'])
    .where('accountId', '=', id.accountId)
    .where('operation', '=', id.operation)
    .where('key', '=', id.key)
    .where('createdAt', '>', id.since)
    .executeTakeFirst();
}

/** Removes keys that no longer count. For the worker's schedule. Answers how many. */
export async function purgeIdempotencyKeys(db: Sql, now: Date): Promise<number> {
  const result = await db.deleteFrom('idempotencyKeys').where('createdAt', '<=', addMs(now, -KEPT_MS)).executeTakeFirst();
  return Number(result.numDeletedRows);
}
