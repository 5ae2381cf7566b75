import { mayMakeKey } from '@boreal/contract/agents/tools.ts';
import type { LeftKeys, MemberRole } from '@boreal/contract/people/members.ts';
import type { Tx } from '../../../db/connect.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { lockKeysOfMaker, markRevoked, setMaker, tellKeyChanged } from './keys.store.ts';

/**
 * Handles a member's keys when they leave (`role` null) or get another role: keys that they could no longer make end, or pass to the
 * caller. Every process drops its cached copies of all of them. Takes the keys' locks before the account's: spending with a key locks in
 * the same order.
 */
export async function handOverKeys(
  tx: Tx,
  ctx: CustomerCtx,
  input: { userId: string; role: MemberRole | null; keys: LeftKeys },
): Promise<{ ended: number; taken: number }> {
  const { accountId, actor } = ctx;
  const { userId, role, keys } = input;
  const now = ctx.clock.now();
  const heir = keys === 'take' && actor.type === 'user' && actor.id !== userId ? actor.id : null;
  const outcome = { ended: 0, taken: 0 };
  for (const key of await lockKeysOfMaker(tx, { accountId, userId })) {
    if (role !== null && mayMakeKey(role, key.permissions)) {
      await tellKeyChanged(tx, key.id);
    } else if (heir === null) {
      await markRevoked(tx, { accountId, id: key.id, now });
      await recordAudit(tx, ctx, { accountId, action: 'key.revoked', target: key.id, detail: { madeBy: userId } });
      outcome.ended += 1;
    } else {
      await setMaker(tx, { id: key.id, makerId: heir });
      await recordAudit(tx, ctx, { accountId, action: 'key.changed', target: key.id, detail: { madeBy: { before: userId, after: heir } } });
      outcome.taken += 1;
    }
  }
  return outcome;
}
