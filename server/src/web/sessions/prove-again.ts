import { signInErrors, type ProofRequest, type SignInError } from '@boreal/contract/people/sign-in.ts';
import { findPasswordHash } from '../../core/ground/people/credentials.store.ts';
import { verifyPassword } from '../../core/ground/people/password.ts';
import { addMs, MINUTE_MS } from '../../kit/clock.ts';
import { AppError, invalidRequest } from '../../kit/errors.ts';
import type { Limits } from '../../door/limits.ts';
import { noteRefusal } from '../auth/audit-refusal.ts';
import { openTwoFactor, renewTwoFactors, type Secrets } from '../../core/ground/people/two-factor-secrets.ts';
import { countGuess } from '../auth/guesses.ts';
import { stepOf } from '../auth/totp.ts';
import { countWrongCode, findTwoFactor, forgetWrongCodes, takeStep } from '../auth/two-factors.store.ts';
import type { PersonCtx } from '../../door/person-ctx.ts';
import { markProven } from './sessions.store.ts';

/** The same number of wrong codes as the library allows before it locks, and the same duration. */
const WRONG_CODES_MAX = 10;
const LOCKED_MS = 15 * MINUTE_MS;

export interface ProofParts {
  readonly limits: Limits;
  readonly secrets: Secrets;
}

/**
 * Proves the person's identity again in a live session, by the password or by an authenticator app's code. From then on only this session
 * counts as proven. Refusals are recorded, as at sign-in. @throws INVALID_REQUEST the proof is wrong, or was used · Too many requests
 */
export async function proveAgain(ctx: PersonCtx, parts: ProofParts, proof: ProofRequest): Promise<{ id: string }> {
  const { sessionId, userId } = ctx;
  await countGuess(parts.limits, ctx);
  const wrong = proof.by === 'password' ? await wrongPassword(ctx, proof.password) : await wrongCode(ctx, parts, proof.code);
  if (wrong !== null) {
    await noteRefusal(ctx, { personId: userId, at: '/me/proof', why: wrong });
    throw invalidRequest(proof.by, signInErrors[wrong]);
  }
  if (!(await markProven(ctx.db.sql, { sessionId, userId, at: ctx.clock.wall() }))) throw new AppError('NOT_SIGNED_IN', {});
  return { id: sessionId };
}

async function wrongPassword(ctx: PersonCtx, password: string): Promise<SignInError | null> {
  const hash = await findPasswordHash(ctx.db.sql, ctx.userId);
  return hash !== null && (await verifyPassword(password, hash)) ? null : 'INVALID_PASSWORD';
}

async function wrongCode(ctx: PersonCtx, { secrets }: ProofParts, code: string): Promise<SignInError | null> {
  const { userId } = ctx;
  const at = ctx.clock.wall();
  const { sql } = ctx.db;
  // A process of the previous version may have encrypted it since this one started.
  await renewTwoFactors(sql, secrets, userId);
  const found = await findTwoFactor(sql, userId);
  if (!found?.verified) return 'TOTP_NOT_ENABLED';
  if (found.lockedUntil !== null && found.lockedUntil > at) return 'ACCOUNT_TEMPORARILY_LOCKED';
  const secret = await openTwoFactor(secrets.current, found.secret);
  if (secret === null) return 'TWO_FACTOR_UNREADABLE';
  const step = await stepOf({ secret, code, at });
  if (step === null) {
    await countWrongCode(sql, { userId, most: WRONG_CODES_MAX, until: addMs(at, LOCKED_MS) });
    return 'INVALID_CODE';
  }
  if (!(await takeStep(sql, { userId, step }))) return 'CODE_USED';
  await forgetWrongCodes(sql, userId);
  return null;
}
