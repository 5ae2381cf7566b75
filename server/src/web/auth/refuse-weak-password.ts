import { signInErrors, type SignInError } from '@boreal/contract/people/sign-in.ts';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { z } from 'zod';
import { findAddressee } from '../../core/ground/people/users.store.ts';
import { guessable } from '../../core/ground/people/guessable-password.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { AuthCall } from './auth-call.ts';

const Body = z.looseObject({ newPassword: z.string(), token: z.string().optional() });

/** Refuses a new password that is easy to guess, whether set through a link or by a signed-in person. */
export function refuseWeakPassword(ctx: Ctx) {
  return async (call: AuthCall): Promise<void> => {
    const body = Body.safeParse(call.body);
    if (!body.success || (call.path !== '/reset-password' && call.path !== '/change-password')) return;
    const { newPassword, token } = body.data;
    const userId = call.path === '/reset-password' ? await whoseLink(call, token ?? '') : (await getSessionFromCtx(call))?.user.id;
    const person = userId === undefined ? null : await findAddressee(ctx.db.sql, userId);
    // The person is unknown: the library refuses the link, or the missing session.
    if (!person) return;
    const problem = await guessable(newPassword, person);
    if (problem)
      throw new APIError('BAD_REQUEST', {
        code: (problem === signInErrors.PERSONAL_PASSWORD ? 'PERSONAL_PASSWORD' : 'WEAK_PASSWORD') satisfies SignInError,
      });
  };
}

async function whoseLink(call: AuthCall, token: string): Promise<string | undefined> {
  return (await call.context.internalAdapter.findVerificationValue(`reset-password:${token}`))?.value;
}
