import { globSync, readFileSync } from 'node:fs';
import { AddFirewallRuleRequest } from '@boreal/contract/firewall.ts';
import { SignUpRequest, TERMS_VERSION } from '@boreal/contract/sign-in.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { isApiError } from './api-error.ts';
import { callConsole } from './call.ts';

afterEach(() => vi.unstubAllGlobals());

async function refused(lang: string, takes: typeof SignUpRequest | typeof AddFirewallRuleRequest, body: unknown) {
  vi.stubGlobal('document', { documentElement: { lang } });
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const error: unknown = await callConsole('/x', SignUpRequest, { method: 'POST', takes, body }).catch((thrown: unknown) => thrown);
  expect(fetched).not.toHaveBeenCalled();
  return isApiError(error) ? error.issues.map(({ path, message }) => `${path}: ${message}`) : error;
}

test('a form is checked before it is sent, in the words and the language of its page', async () => {
  const person = { name: 'Aurore', email: 'aurore', password: 'short', acceptedTerms: TERMS_VERSION };
  expect(await refused('en', SignUpRequest, person)).toEqual([
    'email: Enter an email address, such as name@example.com.',
    'password: Use at least 10 characters.',
  ]);
  const rule = { direction: 'ingress', protocol: 'tcp', portRangeMin: 70_000 };
  expect(await refused('fr', AddFirewallRuleRequest, rule)).toEqual(['portRangeMin: Entrez un port de 1 à 65535.']);
});

/** What nobody types: choices and buttons, tokens of links, answers of the browser. */
const UNTYPED =
  /body: \{ (?:card|decision|token|proven|action|state|autoRenew|role|ruleId|response|response, name|id|email|cardId)(?::[^}]*)? \}|orders\/quote|\/top-ups\/quote|at\(accountId, orderId, '\/renew'\)|'\/restore'/;

test('every form that somebody fills in says by which schema it is checked', () => {
  const folder = new URL('.', import.meta.url).pathname;
  const unchecked = globSync('**/*.ts', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts') && path !== 'call.ts')
    .flatMap(
      (path) => readFileSync(`${folder}${path}`, 'utf8').match(/call(?:Console|Auth)\((?:[^;]|\n)*?method: '(?:POST|PUT)'[^;]*;/g) ?? [],
    )
    .filter((call) => /\bbody\b/.test(call) && !call.includes('takes:') && !UNTYPED.test(call));
  expect(unchecked).toEqual([]);
});
