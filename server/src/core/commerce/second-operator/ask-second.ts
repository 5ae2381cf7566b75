import { REQUEST_HOURS, REQUESTS_WAITING_MAX } from '@boreal/contract/operator/requests.ts';
import { deedPermissions, type OperatorDeed } from '@boreal/contract/operator/deeds.ts';
import { operatorMay } from '@boreal/contract/operator/roles.ts';
import { moneySentences } from '@boreal/contract/request-sentences/money.sentences.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { AppError, invalidRequest } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { selectOperators } from '../../ground/operators/operators.store.ts';
import { findAddressee } from '../../ground/people/users.store.ts';
import { countWaiting, findRequestByKey, findSameWaiting, insertRequest } from './operator-requests.store.ts';

export interface Asked {
  readonly deed: OperatorDeed;
  /** Micro-CAD; null: it moves no money itself. */
  readonly amountMicros: bigint | null;
  /** The key under which money moves; null: none moves. */
  readonly key: string | null;
  /** What must still hold when it is approved. */
  readonly basis?: string;
}

/**
 * Asks another operator instead of doing it, in the transaction that found that two are needed, and tells those who may approve it.
 * Repeating the same request returns the existing one. Returns its id.
 * @throws IDEMPOTENCY_CONFLICT the key was another request's, or it is decided · INVALID_REQUEST the caller has too many waiting
 */
export async function askSecond(tx: Tx, ctx: Ctx, asked: Asked): Promise<string> {
  const { deed, amountMicros, key, basis = null } = asked;
  const askedAt = ctx.clock.now();
  const json = JSON.stringify(deed);
  const earlier = await findEarlier(tx, ctx, { ...asked, json });
  if (earlier !== null) return earlier;
  if ((await countWaiting(tx, ctx.actor.id)) >= REQUESTS_WAITING_MAX) {
    throw invalidRequest('request', moneySentences.tooManyRequests(REQUESTS_WAITING_MAX));
  }
  const id = newId('operatorRequest', askedAt);
  const { kind, accountId } = deed;
  const { id: askedBy, name: askedByName } = ctx.actor;
  const expiresAt = addMs(askedAt, REQUEST_HOURS * HOUR_MS);
  await insertRequest(tx, { id, kind, accountId, deed: json, basis, amountMicros, key, askedBy, askedByName, askedAt, expiresAt });
  // Not in the customer's own log: nothing has happened to their account yet.
  await recordAudit(tx, ctx, { accountId: null, action: 'request.asked', target: id, detail: { deed: { ...deed } } });
  await tellApprovers(tx, ctx, { id, deed, expiresAt });
  return id;
}

async function findEarlier(tx: Tx, ctx: Ctx, { key, deed, amountMicros, json }: Asked & { json: string }): Promise<string | null> {
  if (key === null) {
    const same = await findSameWaiting(tx, { askedBy: ctx.actor.id, deed: json, now: ctx.clock.now() });
    return same?.id ?? null;
  }
  const earlier = await findRequestByKey(tx, key);
  if (!earlier) return null;
  const waits = earlier.decision === null && earlier.expiresAt > ctx.clock.now();
  if (waits && earlier.kind === deed.kind && earlier.amountMicros === amountMicros) return earlier.id;
  throw new AppError('IDEMPOTENCY_CONFLICT', {});
}

/** Mails everybody who may approve it, in their own language. */
async function tellApprovers(
  tx: Tx,
  ctx: Ctx,
  { id, deed, expiresAt }: { id: string; deed: OperatorDeed; expiresAt: Date },
): Promise<void> {
  const others = (await selectOperators(tx)).filter(
    ({ userId, role }) => userId !== ctx.actor.id && operatorMay(role, deedPermissions[deed.kind]),
  );
  for (const { userId } of others) {
    const person = await findAddressee(tx, userId);
    if (!person) continue;
    const to = { email: person.email, name: person.name, language: person.language };
    const data = { requestId: id, deed, askedBy: ctx.actor.id === null ? null : ctx.actor.name, expiresAt: expiresAt.toISOString() };
    await recordNotice(tx, ctx, { accountId: null, kind: 'second_operator_asked', serverId: null, data, to });
  }
}
