import type { AuditAction } from '@boreal/contract/audit.ts';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Ctx } from '../../core/ctx.ts';
import { asPerson } from './auth-actor.ts';

/** What each request leaves in the audit log when it has done its work. */
const actions: Readonly<Record<string, AuditAction>> = {
  '/sign-in/email': 'person.signed_in',
  '/two-factor/verify-totp': 'person.signed_in',
  '/two-factor/verify-backup-code': 'person.signed_in',
  '/passkey/verify-authentication': 'person.signed_in',
  '/two-factor/disable': 'two_factor.disabled',
  '/two-factor/generate-backup-codes': 'recovery_codes.renewed',
  '/change-password': 'password.changed',
  '/change-email': 'email.change_asked',
  '/passkey/verify-registration': 'passkey.added',
  '/passkey/delete-passkey': 'passkey.deleted',
};

/**
 * Writes a line for what somebody did to how they sign in, after the library has done it: in a transaction of its own,
 * because the library has ended its. What nobody is known to have done (a refused password) is not told here.
 */
export function auditSignIn(ctx: Ctx) {
  return createAuthMiddleware(async (call) => {
    if (isAPIError(call.context.returned)) return;
    const signedIn = call.context.newSession?.user;
    const before = call.context.session?.user;
    let action = actions[call.path];
    // An app's first code, sent by somebody who has signed in, is what turns two-factor sign-in on.
    if (call.path === '/two-factor/verify-totp' && before && !before['twoFactorEnabled']) action = 'two_factor.enabled';
    const person = signedIn ?? before;
    if (action === undefined || !person || (action === 'person.signed_in' && !signedIn)) return;
    const as = asPerson(ctx, person, call.headers);
    const [, method] = call.path.split('/');
    const detail = action === 'person.signed_in' ? { by: method === 'sign-in' ? 'password' : (method ?? '') } : {};
    await ctx.transact((tx) => recordAudit(tx, as, { accountId: null, action, target: person.id, detail }));
  });
}
