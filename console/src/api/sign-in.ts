import {
  ResetPasswordRequest,
  EmailRequest,
  RecoveryCodeRequest,
  TotpRequest,
  SignInRequest,
  SignUpPuzzle,
  SignUpRequest,
} from '@boreal/contract/sign-in.ts';
import { startAuthentication } from '@simplewebauthn/browser';
import { z } from 'zod';
import { callAuth, callConsole } from './call.ts';
import { solvePuzzle } from './solve-puzzle.ts';

const SignedIn = z.looseObject({ twoFactorRedirect: z.boolean().optional() });
const Anything = z.unknown();

/** Opens an account, after the work that a site may ask of strangers; a link that confirms the address is mailed. */
export async function signUp(body: SignUpRequest): Promise<{ email: string }> {
  const { puzzle, bits } = await callConsole('/sign-up/puzzle', SignUpPuzzle, { method: 'POST' });
  const work = bits === 0 ? undefined : { puzzle, nonce: await solvePuzzle(puzzle, bits) };
  const full = { ...body, ...(work && { work }) };
  return callConsole('/sign-up', z.object({ email: z.string() }), { method: 'POST', takes: SignUpRequest, body: full });
}

/** Signs in with a password; tells whether a second factor is asked for before it counts. */
export async function signIn(body: { email: string; password: string; rememberMe: boolean }): Promise<'signed in' | 'second factor'> {
  const { twoFactorRedirect } = await callAuth('/sign-in/email', SignedIn, { method: 'POST', takes: SignInRequest, body });
  return twoFactorRedirect === true ? 'second factor' : 'signed in';
}

/** Six digits of an authenticator app. */
export const verifyTotp = (body: { code: string; trustDevice: boolean }) =>
  callAuth('/two-factor/verify-totp', Anything, { method: 'POST', takes: TotpRequest, body });

/** One of the codes that were shown when two-factor authentication was set up. Each works once. */
export const verifyRecoveryCode = (body: { code: string; trustDevice: boolean }) =>
  callAuth('/two-factor/verify-backup-code', Anything, { method: 'POST', takes: RecoveryCodeRequest, body });

/** Signs in with a passkey; the browser asks whose. @throws what the browser throws when nobody answers it */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await callAuth('/passkey/generate-authenticate-options', PasskeyOptions);
  const response = await startAuthentication({ optionsJSON });
  await callAuth('/passkey/verify-authentication', Anything, { method: 'POST', body: { response } });
}

const Verified = z.looseObject({ user: z.looseObject({}).nullable().optional() });

/**
 * Confirms an address by the link that was mailed to it. Of a change of address there are two: the present one agrees
 * first, then the new one.
 */
export async function verifyEmail(token: string): Promise<'confirmed' | 'present address agreed' | 'changed'> {
  const { user } = await callAuth(`/verify-email?${new URLSearchParams({ token })}`, Verified);
  return user === undefined ? 'present address agreed' : user === null ? 'confirmed' : 'changed';
}

export const sendVerificationEmail = (email: string) => callAuth('/send-verification-email', Anything, { method: 'POST', body: { email } });
export const requestPasswordReset = (email: string) =>
  callAuth('/request-password-reset', Anything, { method: 'POST', takes: EmailRequest, body: { email } });
export const resetPassword = (body: { token: string; newPassword: string }) =>
  callAuth('/reset-password', Anything, { method: 'POST', takes: ResetPasswordRequest, body });

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
/** The browser reads them; we only look whether they are there. */
const PasskeyOptions = z.custom<AuthenticationOptions>((value) => typeof value === 'object' && value !== null && 'challenge' in value);
