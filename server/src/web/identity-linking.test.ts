import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { IdentityFinished, WaysIn } from '@boreal/contract/people/identities.ts';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { z } from 'zod';
import { suspendAccount } from '../core/money/accounts/suspend-account.ts';
import { data, errorOf, me } from './test-answers.ts';
import { testAuthenticator } from './test-authenticator.ts';
import type { Browser } from './test-browser.ts';
import { comeBack, openProviders, providerAccount, signInAt, signUpAt, throughProvider } from './test-identity.ts';
import { authenticatorOf, turnOnTwoFactor } from './test-sign-in.ts';
import { openWebCloud } from './testing.ts';

const { double, identities } = await openProviders();
const web = await openWebCloud({ hosts: {}, identities, rules: { signUpsADay: 1000, operatorsNeedSecondFactor: true } });
after(async () => {
  await web.close();
  await double.close();
  assert.deepEqual(web.bugs, [], 'something was answered with 500');
});

const link = (browser: Browser, provider: 'google' | 'github') => signInAt(browser, provider, { begin: 'begin-link' });
const unlink = (browser: Browser, provider: string) => browser.remove(`/api/console/me/identities/${provider}`);
const ways = async (browser: Browser) => data(await browser.get('/api/console/me/ways-in'), WaysIn);
const forgetProofs = () => web.cloud.db.pool.query("update sessions set proven_at = '2020-01-01'");

test('somebody adds an account elsewhere, whatever its address, signs in with it, and removes it; each is told by mail', async () => {
  const person = await web.person({ email: 'links@example.com' });
  double.account = providerAccount({ email: 'other-address@example.com', verified: false, login: 'links-there' });
  assert.equal(IdentityFinished.parse((await link(person, 'github')).json).done, 'linked');
  assert.equal(IdentityFinished.parse((await link(person, 'github')).json).done, 'linked', 'twice changes nothing');
  const { password, identities: own } = await ways(person);
  assert.deepEqual([password, own.map(({ provider, label }) => [provider, label])], [true, [['github', 'links-there']]]);
  const elsewhere = web.browser();
  await signInAt(elsewhere, 'github');
  assert.equal((await me(elsewhere)).id, person.userId);

  assert.equal((await unlink(person, 'github')).status, 200);
  assert.equal(errorOf(await unlink(person, 'github')), 'NOT_FOUND');
  assert.equal(errorOf(await signInAt(web.browser(), 'github')), 'IDENTITY_EMAIL_UNVERIFIED');
  const told = (await web.mailTo('links@example.com')).filter(({ kind }) => kind === 'access_changed').map(({ subject }) => subject);
  assert.deepEqual(told, ['A new way to sign in was added', 'A way to sign in was removed']);
  const { rows } = await web.cloud.db.pool.query(
    "select action from audit_entries where target = $1 and action like 'identity.%' order by id",
    [person.userId],
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['identity.linked', 'identity.unlinked'],
  );
});

test('adding and removing asks for a late proof, and what began in one session ends in no other', async () => {
  const person = await web.person({ email: 'late@example.com' });
  double.account = providerAccount();
  const params = await throughProvider(person, 'google', { begin: 'begin-link' });
  const stranger = await web.person({ email: 'late-stranger@example.com' });
  // The stranger's browser with the other's cookie of the attempt: still another session.
  const cookie = [...person.cookies].find(([name]) => name.endsWith('identity'));
  assert.ok(cookie);
  stranger.cookies.set(...cookie);
  assert.equal(errorOf(await comeBack(stranger, 'google', params)), 'IDENTITY_ATTEMPT_OVER');
  assert.deepEqual((await ways(stranger)).identities, []);
  await link(person, 'google');
  await forgetProofs();
  const late = await person.post('/api/auth/identity/begin-link', { provider: 'github' });
  assert.deepEqual([late.status, errorOf(late)], [403, 'PROOF_REQUIRED']);
  assert.equal(errorOf(await unlink(person, 'google')), 'PROOF_REQUIRED');
});

test('an account elsewhere signs in one person, and a person has one of each provider', async () => {
  const [one, other] = [await web.person({ email: 'one@example.com' }), await web.person({ email: 'other@example.com' })];
  double.account = providerAccount();
  await link(one, 'google');
  assert.equal(errorOf(await link(other, 'google')), 'IDENTITY_TAKEN');
  double.account = providerAccount();
  assert.equal(errorOf(await link(one, 'google')), 'IDENTITY_ALREADY_LINKED');
});

test('the last way in stays, whichever it is', async () => {
  double.account = providerAccount();
  const browser = web.browser();
  await signUpAt(browser, 'google');
  assert.equal(errorOf(await unlink(browser, 'google')), 'LAST_WAY_IN');
  assert.equal((await ways(browser)).identities.length, 1);

  const device = testAuthenticator(web.siteUrl);
  const options = z.looseObject({ challenge: z.string() }).parse((await browser.get('/api/auth/passkey/generate-register-options')).json);
  await browser.post('/api/auth/passkey/verify-registration', { response: device.create(options), name: 'Laptop' });
  assert.equal((await unlink(browser, 'google')).status, 200, 'a passkey is another');
  const [passkey] = z.array(z.looseObject({ id: z.string() })).parse((await browser.get('/api/auth/passkey/list-user-passkeys')).json);
  const kept = await browser.post('/api/auth/passkey/delete-passkey', { id: passkey?.id });
  assert.deepEqual([kept.status, errorOf(kept)], [400, 'LAST_WAY_IN']);
});

test('the second factor is asked for after an account elsewhere, and leads to where the person wanted to go', async () => {
  const person = await web.person({ email: 'two-factor@example.com' });
  double.account = providerAccount();
  await link(person, 'google');
  const { app } = await turnOnTwoFactor(person);
  const browser = web.browser();
  const half = await signInAt(browser, 'google', { next: '/console/billing' });
  assert.deepEqual(IdentityFinished.parse(half.json).twoFactorRedirect, true, half.text);
  assert.equal(IdentityFinished.parse(half.json).next, '/console/billing');
  assert.equal((await browser.get('/api/console/me')).status, 401);
  assert.equal((await browser.post('/api/auth/two-factor/verify-totp', { code: await app.nextCode() })).status, 200);
  assert.equal((await me(browser)).id, person.userId);

  await forgetProofs();
  const proof = await signInAt(browser, 'google', { begin: 'begin-proof' });
  assert.equal(errorOf(proof), 'IDENTITY_NEEDS_CODE', 'it proves no more than it opens');
});

test('an operator who comes with an account elsewhere does nothing before a second factor', async () => {
  const operator = await web.person({ email: 'operates@example.com', operates: 'owner' });
  double.account = providerAccount();
  await link(operator, 'github');
  const browser = web.browser();
  assert.equal(IdentityFinished.parse((await signInAt(browser, 'github')).json).done, 'signed_in');
  const refused = await browser.get('/api/console/operator/accounts');
  assert.deepEqual([refused.status, errorOf(refused)], [403, 'SECOND_FACTOR_REQUIRED']);
});

test('whoever has no password sets up two-factor authentication after a late proof, which the provider gives', async () => {
  double.account = providerAccount();
  const browser = web.browser();
  await signUpAt(browser, 'google');
  await forgetProofs();
  assert.equal(errorOf(await browser.post('/api/auth/two-factor/enable', {})), 'PROOF_REQUIRED');
  const own = double.account;
  double.account = providerAccount();
  assert.equal(errorOf(await signInAt(browser, 'google', { begin: 'begin-proof' })), 'IDENTITY_NOT_YOURS');
  assert.equal(errorOf(await browser.post('/api/auth/two-factor/enable', {})), 'PROOF_REQUIRED');
  double.account = own;
  assert.equal(IdentityFinished.parse((await signInAt(browser, 'google', { begin: 'begin-proof' })).json).done, 'proven');
  const enabled = await browser.post('/api/auth/two-factor/enable', {});
  assert.equal(enabled.status, 200, enabled.text);
  const app = authenticatorOf(z.looseObject({ totpURI: z.string() }).parse(enabled.json).totpURI);
  assert.equal((await browser.post('/api/auth/two-factor/verify-totp', { code: await app.code() })).status, 200);
});

test('whoever has a password still needs it to turn two-factor authentication on', async () => {
  const person = await web.person({ email: 'with-password@example.com' });
  assert.equal(errorOf(await person.post('/api/auth/two-factor/enable', {})), 'INVALID_PASSWORD');
});

test('sign-ups are counted by network on this way too', async () => {
  const strict = await openWebCloud({ hosts: {}, identities, rules: { signUpsADay: 1 } });
  const from = async (address: string) => {
    double.account = providerAccount();
    const browser = strict.browser();
    const { newcomer } = IdentityFinished.parse((await signInAt(browser, 'google')).json);
    const body = { name: 'Aurore', newcomer: newcomer?.token, acceptedTerms: TERMS_VERSION };
    return browser.post('/api/auth/identity/sign-up', body, { 'x-forwarded-for': address });
  };
  assert.equal((await from('203.0.113.7')).status, 200);
  assert.equal((await from('203.0.113.7')).status, 429);
  assert.equal((await from('203.0.113.8')).status, 200);
  await strict.close();
});

test('the work that a site asks of strangers is asked for on this way too', async () => {
  const strict = await openWebCloud({ hosts: {}, identities, rules: { signUpWorkBits: 4 } });
  double.account = providerAccount();
  const refused = await signUpAt(strict.browser(), 'google');
  assert.deepEqual([refused.status, errorOf(refused)], [400, 'INVALID_REQUEST']);
  await strict.close();
});

const closeOwn = async (browser: Browser): Promise<string> => {
  const [account] = (await me(browser)).accounts;
  const answer = await browser.post(`/api/console/accounts/${account?.id}/close`, { confirmName: account?.name, deleteServerIds: [] });
  assert.equal(answer.status, 200, answer.text);
  return account?.id ?? '';
};

test('of a suspended account, and of a closed one, people sign in as with a password, and may do as little', async () => {
  double.account = providerAccount();
  await signUpAt(web.browser(), 'google');
  const suspended = web.browser();
  await signInAt(suspended, 'google');
  const accountId = (await me(suspended)).accounts[0]?.id ?? '';
  const publicKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIHhXmYhLDhRBnJoLzDsLDBKXJwTZ8bPvMCzv0cHyDkYQ aurore@laptop';
  const key = await suspended.post(`/api/console/accounts/${accountId}/settings/ssh-keys`, { name: 'laptop', publicKey });
  const { id: sshKeyId } = z.object({ data: z.object({ id: z.string() }) }).parse(key.json).data;
  await suspendAccount(web.ctx, { accountId, reason: 'The card was reported stolen.' });
  const again = web.browser();
  assert.equal(IdentityFinished.parse((await signInAt(again, 'google')).json).done, 'signed_in');
  const body = { productId: 'l4-x1', sshKeyId, name: 'trainer' };
  const refused = await again.post(`/api/console/accounts/${accountId}/servers`, body, { 'idempotency-key': 'one' });
  assert.equal(refused.status, 403, refused.text);
  assert.equal(errorOf(refused), 'ACCOUNT_SUSPENDED');

  double.account = providerAccount();
  const owner = web.browser();
  await signUpAt(owner, 'github');
  const closed = await closeOwn(owner);
  const later = web.browser();
  assert.equal(IdentityFinished.parse((await signInAt(later, 'github')).json).done, 'signed_in');
  const written = await later.post(`/api/console/accounts/${closed}/tickets`, { subject: 'No answer', message: 'By SSH.' });
  assert.equal(errorOf(written), 'ACCOUNT_CLOSED');
});

test('whoever removes themselves takes their account elsewhere along: it signs in nobody, and may sign up anew', async () => {
  const account = (double.account = providerAccount());
  const browser = web.browser();
  await signUpAt(browser, 'github');
  const { id } = await me(browser);
  await closeOwn(browser);
  assert.equal((await browser.post('/api/console/me/remove', { email: account.email })).status, 200);
  const rows = await web.cloud.db.pool.query('select 1 from credentials where user_id = $1', [id]);
  assert.equal(rows.rowCount, 0);
  const again = await signUpAt(web.browser(), 'github');
  assert.equal(again.status, 200, again.text);
});
