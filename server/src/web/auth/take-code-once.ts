import { APIError, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { AuthCall } from './auth-call.ts';
import { openTwoFactor, renewTwoFactors, type Secrets } from '../../core/ground/people/two-factor-secrets.ts';
import { stepOf } from './totp.ts';
import { findTwoFactor, takeStep } from './two-factors.store.ts';

const Body = z.looseObject({ code: z.string() });
/** The calls that read encrypted data. */
const READ_IT = ['/two-factor/verify-totp', '/two-factor/verify-backup-code'];
/** The cookie of a person who gave the right password but not yet the code; the library chose the name. */
const HALF_WAY = 'two_factor';

/**
 * An authenticator app's code works once: someone who saw it typed cannot reuse it. It is consumed before the library checks it, so that
 * only one of two simultaneous requests succeeds; a wrong code is left to the library.
 */
export function takeCodeOnce(ctx: Ctx, secrets: Secrets) {
  return async (call: AuthCall): Promise<void> => {
    if (!call.path.startsWith('/two-factor/')) return;
    const userId = await whose(call);
    // A process of the previous version may have encrypted it since this one started.
    if (userId !== null) await renewTwoFactors(ctx.db.sql, secrets, userId);
    if (!READ_IT.includes(call.path)) return;
    const found = userId === null ? undefined : await findTwoFactor(ctx.db.sql, userId);
    if (userId === null || !found) return;
    const secret = await openTwoFactor(secrets.current, found.secret);
    // The library would fail here. The secret was changed without its predecessor, or the database was restored beside another one's.
    if (secret === null) throw new APIError('UNAUTHORIZED', { code: 'TWO_FACTOR_UNREADABLE' });
    const body = Body.safeParse(call.body);
    if (call.path !== '/two-factor/verify-totp' || !body.success) return;
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
