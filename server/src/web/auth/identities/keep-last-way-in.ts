import { getSessionFromCtx } from 'better-auth/api';
import { countWaysIn } from '../../../core/ground/people/identities.store.ts';
import type { Ctx } from '../../../core/ground/ctx.ts';
import type { AuthCall } from '../auth-call.ts';
import { refused } from './identity-refusals.ts';

/** Refuses to remove the last passkey of a person without a password, unless they can sign in another way. */
export function keepLastWayIn(ctx: Ctx) {
  return async (call: AuthCall): Promise<void> => {
    if (call.path !== '/passkey/delete-passkey') return;
    const session = await getSessionFromCtx(call);
    if (!session) return;
    const { passwords, identities, passkeys } = await countWaysIn(ctx.db.sql, session.user.id);
    if (passwords + identities === 0 && passkeys === 1) throw refused('LAST_WAY_IN');
  };
}
