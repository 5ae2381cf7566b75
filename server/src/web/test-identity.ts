import assert from 'node:assert/strict';
import { IdentityBegun, IdentityFinished, type IdentityProvider } from '@boreal/contract/people/identities.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { openIdentities } from '../identity/open-identities.ts';
import type { Identities } from '../identity/port.ts';
import { openProviderDouble, type ProviderAccount, type ProviderDouble } from '../identity/testing/provider-double.ts';
import type { Browser, BrowserAnswer } from './test-browser.ts';

export const SITE = 'http://localhost:8080';

/** Google and GitHub on the loopback, and this site registered with both. */
export async function openProviders(siteUrl = SITE): Promise<{ double: ProviderDouble; identities: Identities }> {
  const double = await openProviderDouble(`${siteUrl}/sign-in/`);
  const { clientId, clientSecret, url } = double;
  const identities = await openIdentities(
    { google: { clientId, clientSecret, issuer: url }, github: { clientId, clientSecret, url } },
    siteUrl,
  );
  return { double, identities };
}

let people = 0;

/** Somebody with an account there, as nobody before. */
export function providerAccount(about: Partial<ProviderAccount> = {}): ProviderAccount {
  people += 1;
  const login = `newcomer-${people}`;
  return { subject: String(1000 + people), email: `${login}@example.com`, verified: true, name: 'Aurore Tremblay', login, ...about };
}

/** Begins, and goes to the provider; returns what it adds to our page's address. */
export async function throughProvider(
  browser: Browser,
  provider: IdentityProvider,
  { begin = 'begin', ...body }: { begin?: 'begin' | 'begin-link' | 'begin-proof'; next?: string; rememberMe?: boolean } = {},
): Promise<Record<string, string>> {
  const begun = await browser.post(`/api/auth/identity/${begin}`, { provider, ...body });
  assert.equal(begun.status, 200, begun.text);
  const answer = await fetch(IdentityBegun.parse(begun.json).url, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '', SITE);
  assert.equal(back.origin + back.pathname, `${SITE}/sign-in/${provider}`);
  return Object.fromEntries(back.searchParams);
}

export const comeBack = (browser: Browser, provider: IdentityProvider, params: Record<string, string>): Promise<BrowserAnswer> =>
  browser.post('/api/auth/identity/finish', { provider, ...params });

/** There and back in one. */
export async function signInAt(browser: Browser, provider: IdentityProvider, how: Parameters<typeof throughProvider>[2] = {}) {
  return comeBack(browser, provider, await throughProvider(browser, provider, how));
}

/** There, back, and the account opened. */
export async function signUpAt(browser: Browser, provider: IdentityProvider, more: object = {}): Promise<BrowserAnswer> {
  const back = await signInAt(browser, provider);
  assert.equal(back.status, 200, back.text);
  const { newcomer } = IdentityFinished.parse(back.json);
  assert.ok(newcomer, back.text);
  return agree(browser, newcomer.token, more);
}

export const agree = (browser: Browser, newcomer: string, more: object = {}): Promise<BrowserAnswer> =>
  browser.post('/api/auth/identity/sign-up', { name: 'Aurore', newcomer, acceptedTerms: TERMS_VERSION, ...more });
