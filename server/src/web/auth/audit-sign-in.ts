import type { AuditAction } from '@boreal/contract/account/audit.ts';
import { IdentityProvider } from '@boreal/contract/people/identities.ts';
import type { AccessChange } from '@boreal/contract/account/notices.ts';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { z } from 'zod';
import { tellAccessChange } from '../../core/ground/people/tell-access-change.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { rememberDevice } from './remember-device.ts';
import { auditRefusal } from './audit-refusal.ts';
import { deleteOtherSessions } from '../sessions/sessions.store.ts';
import { asPerson } from './auth-actor.ts';
import type { AuthCall } from './auth-call.ts';
import { forgetResetLinks, forgetTrustedDevices } from './pending-proofs.store.ts';

/** The audit action of each request that succeeded. */
const actions: Readonly<Record<string, AuditAction>> = {
  '/sign-in/email': 'person.signed_in',
  '/two-factor/verify-totp': 'person.signed_in',
  '/two-factor/verify-backup-code': 'person.signed_in',
  '/passkey/verify-authentication': 'person.signed_in',
  '/identity/finish': 'person.signed_in',
  '/identity/sign-up': 'person.signed_in',
  '/two-factor/disable': 'two_factor.disabled',
  '/two-factor/generate-backup-codes': 'recovery_codes.renewed',
  '/change-password': 'password.changed',
  '/change-email': 'email.change_asked',
  '/passkey/verify-registration': 'passkey.added',
  '/passkey/delete-passkey': 'passkey.deleted',
};

/** The actions that are mailed to the person. A change of address has mails of its own. */
const told: Readonly<Partial<Record<AuditAction, AccessChange>>> = {
  'two_factor.enabled': 'two_factor_on',
  'two_factor.disabled': 'two_factor_off',
  'recovery_codes.renewed': 'recovery_codes_renewed',
  'password.changed': 'password_changed',
  'passkey.added': 'passkey_added',
  'passkey.deleted': 'passkey_removed',
};

/** After these, every device asks for a code again: its trust was based on factors that have changed. */
const forgetsDevices: ReadonlySet<AuditAction> = new Set(['password.changed', 'two_factor.enabled', 'two_factor.disabled']);

/** The person for whom each request set a new password through a link. */
export type Chosen = WeakMap<Request, string>;

/**
 * Writes an audit line when a person changes how they sign in, after the library has done so: in a separate transaction, because the
 * library has already ended its own.
 */
export function auditSignIn(ctx: Ctx, chosen: Chosen) {
  return createAuthMiddleware(async (call) => {
    const { returned } = call.context;
    if (isAPIError(returned)) return auditRefusal(ctx, call, returned.body?.code);
    const begun = call.context.newSession?.session;
    if (begun) await endReplaced(call, begun.token);
    const signedIn = call.context.newSession?.user;
    if (signedIn) await rememberDevice(ctx, call, signedIn.email);
    // A person who set a new password through a link can sign in here, however many strangers guess elsewhere.
    const chosenFor = call.request && chosen.get(call.request);
    if (chosenFor !== undefined) await rememberDevice(ctx, call, chosenFor);
    const before = call.context.session?.user;
    let action = actions[call.path];
    // An app's first code from a signed-in person turns two-factor authentication on.
    if (call.path === '/two-factor/verify-totp' && before && !before['twoFactorEnabled']) action = 'two_factor.enabled';
    const person = signedIn ?? before;
    if (action === undefined || !person || (action === 'person.signed_in' && !signedIn)) return;
    const as = asPerson(ctx, person, call.headers);
    const detail = action === 'person.signed_in' ? { by: methodOf(call) } : {};
    const session = call.context.newSession?.session ?? call.context.session?.session;
    await ctx.transact(async (tx) => {
      await recordAudit(tx, as, { accountId: null, action, target: person.id, detail });
      const what = told[action];
      if (what !== undefined) await tellAccessChange(tx, as, { userId: person.id, what });
      if (action === 'password.changed') await forgetResetLinks(tx, { userId: person.id, keep: null });
      if (forgetsDevices.has(action)) await forgetTrustedDevices(tx, person.id);
      // Sessions that began with only the password end when that is no longer enough.
      if (action === 'two_factor.enabled' && session) await deleteOtherSessions(tx, { userId: person.id, sessionId: session.id });
    });
  });
}

const ByIdentity = z.looseObject({ provider: IdentityProvider });

/** How the person signed in. */
function methodOf(call: AuthCall): string {
  const [, method = ''] = call.path.split('/');
  if (method === 'sign-in') return 'password';
  return method === 'identity' ? (ByIdentity.safeParse(call.body).data?.provider ?? 'sign-up') : method;
}

/** Signing in again in a browser ends the replaced session, which nobody could otherwise see or end. */
async function endReplaced(call: AuthCall, begun: string): Promise<void> {
  const { authCookies, secret, internalAdapter } = call.context;
  const before = await call.getSignedCookie(authCookies.sessionToken.name, secret);
  if (before && before !== begun) await internalAdapter.deleteSession(before);
}
