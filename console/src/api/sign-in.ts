import * as auth from '@boreal/contract/api/auth-endpoints.ts';
import * as strangers from '@boreal/contract/endpoints/console/strangers.ts';
import type { IdentitySignUpRequest } from '@boreal/contract/people/identities.ts';
import type { SignUpRequest } from '@boreal/contract/people/sign-in.ts';
import { startAuthentication } from '@simplewebauthn/browser';
import { z } from 'zod';
import { callAuth } from './call-auth.ts';
import { call } from './call.ts';
import { solveApart } from './solve-apart.ts';

/**
 * Opens an account, after the work that a site may require of strangers; a link that confirms the address is mailed. Reports the
 * progress of that work, if any, from 0 to 1.
 */
export async function signUp(body: SignUpRequest, onWork: (share: number) => void): Promise<{ email: string }> {
  const work = await doWork(onWork);
  return call(strangers.signUp, { body: { ...body, ...(work && { work }) } });
}

/** The same for somebody whom a provider has named: their address is confirmed, and they are signed in at once. */
export async function signUpWithIdentity(body: z.input<typeof IdentitySignUpRequest>, onWork: (share: number) => void): Promise<void> {
  const work = await doWork(onWork);
  await callAuth(auth.signUpWithIdentity, { body: { ...body, ...(work && { work }) } });
}

async function doWork(onWork: (share: number) => void): Promise<SignUpRequest['work']> {
  const { puzzle, bits } = await call(strangers.makeSignUpPuzzle);
  return bits === 0 ? undefined : { puzzle, nonce: await solveApart({ puzzle, bits }, onWork) };
}

/** Signs in with a password; returns whether a second factor is required before it counts. */
export async function signIn(body: { email: string; password: string; rememberMe: boolean }): Promise<'signed in' | 'second factor'> {
  const { twoFactorRedirect } = await callAuth(auth.signIn, { body });
  return twoFactorRedirect === true ? 'second factor' : 'signed in';
}

/** Signs in with a passkey; the browser asks whose. @throws the browser's error when nobody responds */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = PasskeyOptions.parse(await callAuth(auth.beginPasskeySignIn));
  const response = await startAuthentication({ optionsJSON });
  await callAuth(auth.signInWithPasskey, { body: { response: { ...response, response: { ...response.response } } } });
}

/**
 * Confirms an address by the link that was mailed to it. A change of address has two: the present one agrees first, then the new
 * one.
 */
export async function verifyEmail(token: string): Promise<'confirmed' | 'present address agreed' | 'changed'> {
  const { user } = await callAuth(auth.verifyEmail, { query: { token } });
  return user === undefined ? 'present address agreed' : user === null ? 'confirmed' : 'changed';
}

type AuthenticationOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
/** The browser reads them; the row has checked that they are there. */
const PasskeyOptions = z.custom<AuthenticationOptions>();
