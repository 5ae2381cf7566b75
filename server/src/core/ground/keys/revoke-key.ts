import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { markRevoked } from './keys.store.ts';

/**
 * Revokes a key, everywhere immediately: the notification is sent with the commit. Repeating it returns the first time.
 * @throws NOT_FOUND if the account has no such key
 */
export function revokeKey(ctx: Ctx, input: { accountId: string; keyId: string }): Promise<{ id: string; revokedAt: Date }> {
  return ctx.transact(async (tx) => {
    const revoked = await markRevoked(tx, { accountId: input.accountId, id: input.keyId, now: ctx.clock.now() });
    if (!revoked) throw notFound('key');
    await recordAudit(tx, ctx, { accountId: input.accountId, action: 'key.revoked', target: input.keyId });
    return { id: input.keyId, revokedAt: revoked.revokedAt };
  });
}
