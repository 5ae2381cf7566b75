import { VERIFY_LINK_HOURS } from '@boreal/contract/people/sign-in.ts';
import { createEmailVerificationToken } from 'better-auth/api';
import type { FastifyInstance } from 'fastify';
import { createCtx } from '../core/create-ctx.ts';
import type { DatabaseCopies } from '../core/ground/ctx.ts';
import type { Database } from '../db/connect.ts';
import type { Limits } from '../door/limits.ts';
import { speakAsDoor } from '../door/mount-operation.ts';
import type { Engines } from '../engines/engines.ts';
import type { Identities } from '../identity/port.ts';
import type { Clock } from '../kit/clock.ts';
import type { SignInRules } from '../kit/sign-in-rules.ts';
import type { Log } from '../kit/log.ts';
import type { Traces } from '../kit/traces.ts';
import type { Payments } from '../payments/port.ts';
import { authDoor } from './auth/auth-door.ts';
import { verifyLinkEnd } from './auth/auth-mail.ts';
import { AUTH_PATH, createAuth } from './auth/create-auth.ts';
import { renewTwoFactors } from '../core/ground/people/two-factor-secrets.ts';
import { acceptEarlierSecret } from './auth/earlier-secret.ts';
import { consoleDoor } from './console-door.ts';
import { consolePages } from './console-pages.ts';

/** The path of the console's calls. */
export const CONSOLE_PATH = '/api/console';

export interface WebDoorParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly traces?: Traces | null | undefined;
  readonly engines: Engines;
  readonly payments: Payments;
  readonly rules?: SignInRules;
  readonly databaseCopies?: DatabaseCopies;
  readonly limits: Limits;
  readonly siteUrl: string;
  /** Providers people may also sign in with; none by default. */
  readonly identities?: Identities | undefined;
  /** Signs cookies and links, and encrypts second factors. */
  readonly secret: string;
  /** The previous secret, while it is being replaced: what it signed stays valid. Without it, changing the secret signs everyone out. */
  readonly secretBefore?: string | null | undefined;
}

/** Mounts the browser's door on a Fastify: signing in, what people may do then, and the pages for it. */
export async function webDoor(app: FastifyInstance, parts: WebDoorParts): Promise<void> {
  const { siteUrl, secret, secretBefore = null, limits, engines, payments, log, identities = new Map() } = parts;
  const secrets = { current: secret, before: secretBefore };
  const base = createCtx({ ...parts, door: 'console' });
  const auth = createAuth({ ctx: base, siteUrl, secrets, identities });
  acceptEarlierSecret(app, secrets);
  const { renewed, unreadable } = await renewTwoFactors(base.db.sql, secrets);
  if (renewed > 0) log.warn({ renewed }, 'second factors were encrypted anew with BOREAL_SECRET');
  if (unreadable > 0)
    log.error({ unreadable }, 'BOREAL_SECRET does not open some second factors: their people cannot sign in with their codes (doctor)');
  const makeLink = async (email: string) => ({
    token: await createEmailVerificationToken(secret, email, undefined, VERIFY_LINK_HOURS * 3600),
    expiresAt: verifyLinkEnd(base),
  });
  await app.register(
    async (signIn) => {
      speakAsDoor(signIn, { siteUrl, log });
      authDoor(signIn, { auth, limits, base, siteUrl });
    },
    { prefix: AUTH_PATH },
  );
  await app.register((console) => consoleDoor(console, { base, auth, secrets, limits, siteUrl, engines, payments, makeLink }), {
    prefix: CONSOLE_PATH,
  });
  await consolePages(app, { stripe: payments.name === 'stripe', identities: [...identities.keys()] });
}
