import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { recordAudit } from '../../ground/audit/record-audit.ts';
import type { Ctx } from '../../ground/ctx.ts';
import type { NamedMovement } from './movement-by-hand.ts';
import { findRequestByKey, insertRequest, lockMovedAlone } from './credit-requests.store.ts';

/** Whether this movement would bring one operator's total in 24 hours above their own limit: many small ones count. */
export async function needsSecond(tx: Tx, ctx: Ctx, amountMicros: bigint): Promise<boolean> {
  const { creditAloneMicros } = ctx.rules;
  if (creditAloneMicros === null || ctx.actor.type !== 'operator') return false;
  const movedMicros = await lockMovedAlone(tx, ctx.actor, addMs(ctx.clock.now(), -DAY_MS));
  return movedMicros + amountMicros > creditAloneMicros;
}

/** Asks another operator; repeating the movement is the same request. @throws IDEMPOTENCY_CONFLICT it was another, or is decided */
export async function askSecond(tx: Tx, ctx: Ctx, movement: NamedMovement): Promise<string> {
  const { accountId, amountMicros, reason, serverId, key, posting } = movement;
  const earlier = await findRequestByKey(tx, key);
  if (earlier) {
    const same = earlier.amountMicros === amountMicros && earlier.direction === posting.direction && earlier.type === posting.type;
    if (same && earlier.decision === null) return earlier.id;
    throw new AppError('IDEMPOTENCY_CONFLICT', {});
  }
  const askedAt = ctx.clock.now();
  const id = newId('creditRequest', askedAt);
  const asked = { askedBy: ctx.actor.id, askedByName: ctx.actor.name, askedAt };
  const { direction, type } = posting;
  await insertRequest(tx, { id, accountId, direction, type, amountMicros, reason, serverId, key, ...asked });
  const detail = { amountMicros: String(amountMicros), direction, reason };
  // Not in the customer's own log: nothing has happened to their account yet.
  await recordAudit(tx, ctx, { accountId: null, action: 'credit.asked', target: id, detail: { ...detail, accountId } });
  return id;
}
