import { changePassword } from '@boreal/contract/api/auth-endpoints.ts';
import { signUp } from '@boreal/contract/endpoints/console/strangers.ts';
import { addFirewallRule } from '@boreal/contract/endpoints/firewall.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { isApiError } from './api-error.ts';
import { callAuth } from './call-auth.ts';
import { call } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

async function refused(lang: string, send: () => Promise<unknown>) {
  vi.stubGlobal('document', { documentElement: { lang } });
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const error: unknown = await send().catch((thrown: unknown) => thrown);
  expect(fetched).not.toHaveBeenCalled();
  return isApiError(error) ? error.issues.map(({ path, message }) => `${path}: ${message}`) : error;
}

test('a form is checked before it is sent, in the words and the language of its page', async () => {
  const person = { name: 'Aurore', email: 'aurore', password: 'short', acceptedTerms: TERMS_VERSION };
  expect(await refused('en', () => call(signUp, { body: person }))).toEqual([
    'email: Enter an email address, such as name@example.com.',
    'password: Use at least 10 characters.',
  ]);
  const asked = { params: { accountId: 'a', id: 's' }, body: { direction: 'ingress', protocol: 'tcp', portRangeMin: 70_000 } } as const;
  expect(await refused('fr', () => call(addFirewallRule, asked))).toEqual(['portRangeMin: Entrez un port de 1 à 65535.']);
});

test('so is a request about signing in', async () => {
  const body = { currentPassword: 'x', newPassword: 'short' };
  expect(await refused('en', () => callAuth(changePassword, { body }))).toEqual(['newPassword: Use at least 10 characters.']);
});
