import { hash } from 'node:crypto';
import { z } from 'zod';
import { joining, type Ctx } from '../core/ground/ctx.ts';
import type { Sql } from '../db/connect.ts';
import { addMs, HOUR_MS } from '../kit/clock.ts';
import { AppError } from '../kit/errors.ts';
import { doorIssue } from './door-messages.ts';
import { deleteKeys, findFirst, keepAnswer, tryLockKey, type Kept } from './idempotency-keys.store.ts';

const KEPT_MS = 24 * HOUR_MS;
const Made = z.object({ data: z.object({ id: z.string() }) });
const PRINTABLE = /^[\x20-\x7e]{1,255}$/;

/** The header's key; null if there is none. @throws INVALID_REQUEST when it is not 1–255 printable characters */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  const key = typeof header === 'string' ? header.trim() : '';
  if (!PRINTABLE.test(key)) throw doorIssue('idempotencyKey');
  return key;
}

/** A request with an Idempotency-Key. `fingerprint` is equal text for equal requests. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  /** The answer contains something that is shown only once: only the id of what was made is stored. */
  readonly tellsSecret: boolean;
}

/**
 * Does the work once per key in 24 hours, and answers repetitions with the first answer. The work runs inside the transaction that stores
 * its answer, so that both commit or neither does: every `ctx.transact` of the operation joins it. A refusal stores nothing, so the same
 * request can be repeated, for example after paying. Only the person or API key that got the first answer gets it again.
 * @throws IDEMPOTENCY_CONFLICT another request, or somebody else's, used this key · IDEMPOTENCY_IN_PROGRESS the first one is still running
 * · ALREADY_DONE the first answer contained a secret, which is not stored
 */
export function answerOnce<C extends Ctx>(
  ctx: C,
  request: KeyedRequest,
  work: (ctx: C) => Promise<unknown>,
): Promise<{ body: unknown; replayed: boolean }> {
  const bodyHash = hash('sha256', request.fingerprint, 'buffer');
  const id = { accountId: request.accountId, operation: request.operation, key: request.key };
  return ctx.transact(async (tx) => {
    if (!(await tryLockKey(tx, id))) throw new AppError('IDEMPOTENCY_IN_PROGRESS', {});
    const now = ctx.clock.now();
    const first = await findFirst(tx, { ...id, since: addMs(now, -KEPT_MS) });
    if (first) return { body: repeated(first, { bodyHash, actorId: ctx.actor.id }), replayed: true };
    const body = await work(joining(ctx, tx));
    const kept = { bodyHash, status: request.status, actorId: ctx.actor.id, createdAt: now, ...keptAnswer(body, request) };
    await keepAnswer(tx, id, kept);
    return { body, replayed: false };
  });
}

function repeated(first: Kept, { bodyHash, actorId }: { bodyHash: Buffer; actorId: string | null }): unknown {
  const theirs = first.actorId === null || first.actorId === actorId;
  if (!theirs || !first.bodyHash.equals(bodyHash)) throw new AppError('IDEMPOTENCY_CONFLICT', {});
  if (first.body === null) throw new AppError('ALREADY_DONE', { id: first.madeId });
  return first.body;
}

function keptAnswer(body: unknown, { tellsSecret }: KeyedRequest) {
  if (!tellsSecret) return { body: JSON.stringify(body), madeId: null };
  const made = Made.safeParse(body);
  return { body: null, madeId: made.success ? made.data.data.id : null };
}

/** Deletes expired keys and returns how many. Run by the worker's schedule. */
export function purgeIdempotencyKeys(db: Sql, now: Date): Promise<number> {
  return deleteKeys(db, { until: addMs(now, -KEPT_MS) });
}
