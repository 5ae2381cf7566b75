import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { z } from 'zod';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { AuthCall } from './auth-call.ts';
import { renewTwoFactors, type Secrets } from './earlier-secret.ts';
import { stepOf } from './totp.ts';
import { findTwoFactor, takeStep } from './two-factors.store.ts';

const Body = z.looseObject({ code: z.string() });
/** The cookie of a person who has given the right password but not yet the code; the name is the library's. */
const HALF_WAY = 'two_factor';

/**
 * A code of an authenticator app signs in once: somebody who has seen it typed cannot type it again. It is consumed before the
 * library looks at it, so that only one of two simultaneous requests succeeds; a wrong code is left to the library.
 */
export function takeCodeOnce(ctx: Ctx, secrets: Secrets) {
  return async (call: AuthCall): Promise<void> => {
    if (!call.path.startsWith('/two-factor/')) return;
    const userId = await whose(call);
    // A process of before may have encrypted it since this one started.
    if (userId !== null) await renewTwoFactors(ctx.db.sql, secrets, userId);
    if (call.path !== '/two-factor/verify-totp') return;
    const body = Body.safeParse(call.body);
    const found = userId === null ? undefined : await findTwoFactor(ctx.db.sql, userId);
    if (!body.success || userId === null || !found) return;
    const secret = await symmetricDecrypt({ key: call.context.secretConfig, data: found.secret });
    const step = await stepOf({ secret, code: body.data.code, at: ctx.clock.wall() });
    if (step !== null && !(await takeStep(ctx.db.sql, { userId, step }))) throw new APIError('UNAUTHORIZED', { code: 'CODE_USED' });
  };
}

async function whose(call: AuthCall): Promise<string | null> {
  const session = await getSessionFromCtx(call);
  if (session) return session.user.id;
  const { name } = call.context.createAuthCookie(HALF_WAY);
  const key = await call.getSignedCookie(name, call.context.secret);
  if (!key) return null;
  return (await call.context.internalAdapter.findVerificationValue(key))?.value ?? null;
}
