import { passkey } from '@better-auth/passkey';
import { PASSWORD_MAX, PASSWORD_MIN, RESET_LINK_MINUTES, VERIFY_LINK_HOURS } from '@boreal/contract/people/sign-in.ts';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { renewHash } from '../../core/ground/people/credentials.store.ts';
import { hashPassword, isOutdated, verifyPassword } from '../../core/ground/people/password.ts';
import { tellAccessChange } from '../../core/ground/people/tell-access-change.ts';
import { recordAudit } from '../../core/ground/audit/record-audit.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import type { Identities } from '../../identity/port.ts';
import { randomBase62 } from '../../kit/ids.ts';
import { auditSignIn, type Chosen } from './audit-sign-in.ts';
import { noteVerified, sendResetLink, sendVerifyLink } from './auth-mail.ts';
import { asPerson } from './auth-actor.ts';
import { askNewAddress, askPresentAddress, emailChangeOf, guardEmailChange, limitEmailChanges, noteEmailChanged } from './email-change.ts';
import { CLIENT_ADDRESS } from './auth-headers.ts';
import type { Secrets } from '../../core/ground/people/two-factor-secrets.ts';
import { forgetResetLinks, forgetTrustedDevices, storeIdentifier } from './pending-proofs.store.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import { keepLastWayIn } from './identities/keep-last-way-in.ts';
import { afterIdentitiesToo, identitiesPlugin } from './identities/identities-plugin.ts';
import { takeCodeOnce } from './take-code-once.ts';

export const AUTH_PATH = '/api/auth';

const SESSION_DAYS = 7;
const DAY_SECONDS = 24 * 3600;

/**
 * The library that manages passwords, sessions, second factors and passkeys, on Boreal's tables. auth-routes.ts lists the requests it
 * answers; the rest of it is unreachable. It neither counts requests nor checks origins: the door has done both, as for every other
 * request.
 */
export function createAuth(of: { ctx: Ctx; siteUrl: string; secrets: Secrets; identities: Identities }) {
  const { ctx, siteUrl, secrets, identities } = of;
  const encrypted = siteUrl.startsWith('https:');
  const chosen: Chosen = new WeakMap();
  return betterAuth({
    appName: 'Boreal',
    baseURL: siteUrl,
    basePath: AUTH_PATH,
    secret: secrets.current,
    trustedOrigins: [siteUrl],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    database: { db: ctx.db.sql, type: 'postgres', transaction: true },
    user: {
      modelName: 'users',
      changeEmail: {
        enabled: true,
        sendChangeEmailConfirmation: ({ user, newEmail, token }) => askPresentAddress(ctx, { from: user.email, to: newEmail, token }),
      },
      additionalFields: {
        role: { type: 'string', input: false },
        operatorRole: { type: 'string', required: false, input: false },
        language: { type: 'string', required: false, input: false },
      },
    },
    account: { modelName: 'credentials', fields: { accountId: 'providerAccountId', password: 'passwordHash' } },
    verification: { modelName: 'verifications', storeIdentifier },
    session: {
      modelName: 'sessions',
      expiresIn: SESSION_DAYS * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      // A browser's own copy of its session would outlive the session, so every request asks the database.
      cookieCache: { enabled: false },
      // How recent a proof must be is the door's concern: see requireLateProof.
      freshAge: 0,
      additionalFields: {
        provenAt: { type: 'date', required: false, input: false },
        byPasskey: { type: 'boolean', required: false, input: false },
        operatedAt: { type: 'date', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      // core/money/accounts/sign-up.ts opens person, account and membership in one transaction.
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: hashPassword, verify: ({ password, hash }) => verifyAndRenew(ctx, password, hash) },
      sendResetPassword: ({ user, token }) => sendResetLink(ctx, { email: user.email, token }),
      resetPasswordTokenExpiresIn: RESET_LINK_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }, request) => {
        if (request) chosen.set(request, user.email);
        return noteReset(ctx, user, request?.headers);
      },
    },
    emailVerification: {
      sendVerificationEmail: ({ user, token }) => {
        const change = emailChangeOf(token);
        return change ? askNewAddress(ctx, { ...change, token }) : sendVerifyLink(ctx, { email: user.email, token });
      },
      sendOnSignIn: true,
      expiresIn: VERIFY_LINK_HOURS * 3600,
      afterEmailVerification: ({ email }, request) => {
        const token = request ? new URL(request.url).searchParams.get('token') : null;
        const change = token === null ? null : emailChangeOf(token);
        return change ? noteEmailChanged(ctx, change, request?.headers) : noteVerified(ctx, { email, headers: request?.headers });
      },
    },
    advanced: {
      // The library's own `__Secure-` would precede `__Host-`, which keeps other names of the domain from setting our cookies.
      useSecureCookies: false,
      cookiePrefix: encrypted ? '__Host-boreal' : 'boreal',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: encrypted },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS] },
      // Migrations create the tables, with fewer columns than the library would.
      database: { generateId: () => randomBase62(32), validateSchema: false },
    },
    plugins: [
      // A person without a password proves their identity in another way, which the door requires: see requireWho.
      afterIdentitiesToo(twoFactor({ issuer: 'Boreal', allowPasswordless: true, schema: { twoFactor: { modelName: 'twoFactors' } } })),
      identitiesPlugin({ ctx, identities }),
      passkey({
        rpID: new URL(siteUrl).hostname,
        rpName: 'Boreal',
        origin: siteUrl,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        schema: { passkey: { modelName: 'passkeys', fields: { credentialID: 'credentialId' } } },
        authentication: { afterVerification: ({ verification }) => requireUserVerified(verification.authenticationInfo.userVerified) },
      }),
    ],
    // A session begins with proof of identity: a password, a code, a passkey.
    databaseHooks: {
      session: {
        create: {
          before: async (session, call) => {
            const byPasskey = call?.path === '/passkey/verify-authentication';
            return { data: { ...session, provenAt: ctx.clock.wall(), byPasskey } };
          },
        },
      },
    },
    hooks: { before: before(ctx, secrets), after: auditSignIn(ctx, chosen) },
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      // Its arguments may contain what a client sent: only an error among them, and its origin, is logged.
      log: (_level, message, ...details) =>
        ctx.log.warn({ err: details.find((detail) => detail instanceof Error), library: message }, 'signing in met a problem'),
    },
  });
}

/** Boreal's checks before the library runs. */
function before(ctx: Ctx, secrets: Secrets) {
  const guards = [limitEmailChanges(ctx), guardEmailChange(ctx), takeCodeOnce(ctx, secrets), refuseWeakPassword(ctx), keepLastWayIn(ctx)];
  return createAuthMiddleware(async (call) => {
    for (const guard of guards) await guard(call);
  });
}

/** Rehashes a password hashed at an earlier cost, at sign-in: only then is the password known. */
async function verifyAndRenew(ctx: Ctx, password: string, hash: string): Promise<boolean> {
  const right = await verifyPassword(password, hash);
  if (right && isOutdated(hash)) await renewHash(ctx.db.sql, { from: hash, to: await hashPassword(password) });
  return right;
}

export type Auth = ReturnType<typeof createAuth>;

function noteReset(ctx: Ctx, person: { id: string; name: string }, headers: Headers | undefined): Promise<void> {
  const as = asPerson(ctx, person, headers);
  return ctx.transact(async (tx) => {
    await recordAudit(tx, as, { accountId: null, action: 'password.changed', target: person.id, detail: { by: 'link' } });
    await tellAccessChange(tx, as, { userId: person.id, what: 'password_changed' });
    await forgetResetLinks(tx, { userId: person.id, keep: null });
    await forgetTrustedDevices(tx, person.id);
  });
}

/** A passkey replaces password and second factor together only if the device has verified its user. */
async function requireUserVerified(verified: boolean): Promise<void> {
  if (!verified) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED', message: 'The passkey must verify its user.' });
}
