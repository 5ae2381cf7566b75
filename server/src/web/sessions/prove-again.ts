import { signInErrors, type ProofRequest, type SignInError } from '@boreal/contract/sign-in.ts';
import { symmetricDecrypt } from 'better-auth/crypto';
import { findPasswordHash } from '../../core/ground/people/credentials.store.ts';
import { verifyPassword } from '../../core/ground/people/password.ts';
import { addMs, MINUTE_MS } from '../../kit/clock.ts';
import { AppError, invalidRequest } from '../../kit/errors.ts';
import type { Auth } from '../auth/create-auth.ts';
import { stepOf } from '../auth/totp.ts';
import { countWrongCode, findTwoFactor, forgetWrongCodes, takeStep } from '../auth/two-factors.store.ts';
import type { PersonCtx } from '../../door/person-ctx.ts';
import { markProven } from './sessions.store.ts';

/** As many wrong codes as the library allows before it locks, and for as long. */
const WRONG_CODES_MAX = 10;
const LOCKED_MS = 15 * MINUTE_MS;

/**
 * Proves one's identity again, in a live session: by the password, or by a code of the authenticator app. Only this session counts
 * as proven from then on. @throws INVALID_REQUEST the proof is wrong, or was used
 */
export async function proveAgain(ctx: PersonCtx, auth: Auth, proof: ProofRequest): Promise<{ id: string }> {
  if (proof.by === 'password') await requirePassword(ctx, proof.password);
  else await requireCode(ctx, auth, proof.code);
  const { sessionId, userId } = ctx;
  if (!(await markProven(ctx.db.sql, { sessionId, userId, at: ctx.clock.wall() }))) throw new AppError('NOT_SIGNED_IN', {});
  return { id: sessionId };
}

async function requirePassword(ctx: PersonCtx, password: string): Promise<void> {
  const hash = await findPasswordHash(ctx.db.sql, ctx.userId);
  if (hash === null || !(await verifyPassword(password, hash))) throw refused('password', 'INVALID_PASSWORD');
}

async function requireCode(ctx: PersonCtx, auth: Auth, code: string): Promise<void> {
  const { userId } = ctx;
  const at = ctx.clock.wall();
  const { sql } = ctx.db;
  const found = await findTwoFactor(sql, userId);
  if (!found?.verified) throw refused('code', 'TOTP_NOT_ENABLED');
  if (found.lockedUntil !== null && found.lockedUntil > at) throw refused('code', 'ACCOUNT_TEMPORARILY_LOCKED');
  const { secretConfig } = await auth.$context;
  const step = await stepOf({ secret: await symmetricDecrypt({ key: secretConfig, data: found.secret }), code, at });
  if (step === null) {
    await countWrongCode(sql, { userId, most: WRONG_CODES_MAX, until: addMs(at, LOCKED_MS) });
    throw refused('code', 'INVALID_CODE');
  }
  if (!(await takeStep(sql, { userId, step }))) throw refused('code', 'CODE_USED');
  await forgetWrongCodes(sql, userId);
}

function refused(field: 'password' | 'code', why: SignInError): AppError {
  return invalidRequest(field, signInErrors[why]);
}
