import assert from 'node:assert/strict';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { base32 } from '@better-auth/utils/base32';
import { createOTP } from '@better-auth/utils/otp';
import { z } from 'zod';
import { systemClock } from '../kit/clock.ts';
import type { Browser, BrowserAnswer } from './test-browser.ts';
import { linkToken, PASSWORD, type WebCloud } from './testing.ts';

export async function signUp(web: WebCloud, email: string, more: object = {}): Promise<Browser> {
  const browser = web.browser();
  const asked = { name: 'Aurore', email, password: PASSWORD, acceptedTerms: TERMS_VERSION, ...more };
  const answer = await browser.post('/api/console/sign-up', asked);
  assert.equal(answer.status, 201, answer.text);
  return browser;
}

/** Follows the newest link of this kind that was mailed to an address. */
export async function followLink(
  web: WebCloud,
  { browser, email, kind = 'verify_email' }: { browser: Browser; email: string; kind?: string },
): Promise<BrowserAnswer> {
  const mail = (await web.mailTo(email)).findLast((one) => one.kind === kind);
  return browser.get(`/api/auth/verify-email?token=${linkToken(mail)}`);
}

export function signIn(browser: Browser, email: string, password = PASSWORD): Promise<BrowserAnswer> {
  return browser.post('/api/auth/sign-in/email', { email, password });
}

/** Turns two-factor authentication on, with the code that the app shows. */
export async function turnOnTwoFactor(browser: Browser) {
  const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
  assert.equal(enabled.status, 200, enabled.text);
  const { totpURI, backupCodes } = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }).parse(enabled.json);
  const app = authenticatorOf(totpURI);
  const set = await browser.post('/api/auth/two-factor/verify-totp', { code: await app.code() });
  assert.equal(set.status, 200, set.text);
  return { app, backupCodes };
}

/** An authenticator app that has read an otpauth address. */
export function authenticatorOf(uri: string) {
  const otp = createOTP(new TextDecoder().decode(base32.decode(new URL(uri).searchParams.get('secret') ?? '')));
  return {
    code: () => otp.totp(),
    /** Each code signs in once; a clock may be one step early. */
    nextCode: () => otp.hotp(Math.floor(systemClock().wall().getTime() / 30_000) + 1),
  };
}
