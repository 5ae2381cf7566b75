import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { IdentityFinished } from '@boreal/contract/people/identities.ts';
import { signIn, signUp } from './test-sign-in.ts';
import { errorOf, me } from './test-answers.ts';
import { agree, comeBack, openProviders, providerAccount, signInAt, signUpAt, throughProvider } from './test-identity.ts';
import { openWebCloud } from './testing.ts';

const { double, identities } = await openProviders();
const web = await openWebCloud({ hosts: {}, identities, rules: { signUpsADay: 1000 } });
after(async () => {
  await web.close();
  await double.close();
  assert.deepEqual(web.bugs, [], 'something was answered with 500');
  assert.deepEqual(double.wrong, [], 'something was not as the provider wants it');
});

const rows = async (sql: string, params: unknown[] = []) => (await web.cloud.db.pool.query(sql, params)).rows;

for (const provider of ['google', 'github'] as const) {
  test(`somebody new at ${provider} agrees to the terms before there is an account, and then signs in with one click`, async () => {
    const account = (double.account = providerAccount());
    const browser = web.browser();
    const back = await signInAt(browser, provider, { next: '/console/deploy?plan=h100' });
    const finished = IdentityFinished.parse(back.json);
    assert.deepEqual([finished.done, finished.newcomer?.email, finished.newcomer?.name], ['newcomer', account.email, account.name]);
    assert.equal(finished.next, '/console/deploy?plan=h100');
    assert.deepEqual(await rows('select 1 from users where email = $1', [account.email]), [], 'there is nobody yet');
    assert.equal((await browser.get('/api/console/me')).status, 401);

    const token = finished.newcomer?.token ?? '';
    const without = await agree(browser, token, { acceptedTerms: '' });
    assert.deepEqual([without.status, errorOf(without)], [400, 'INVALID_REQUEST']);
    const opened = await agree(browser, token, { company: 'Tremblay inc.', language: 'fr' });
    assert.equal(opened.status, 200, opened.text);
    const person = await me(browser);
    assert.deepEqual(
      [person.email, person.language, person.accounts[0]?.name, person.termsToAccept],
      [account.email, 'fr', 'Tremblay inc.', null],
    );
    const [kept] = await rows('select * from credentials where user_id = $1', [person.id]);
    assert.deepEqual([kept.provider_id, kept.provider_account_id, kept.password_hash], [provider, account.subject, null]);
    const kinds = (await web.mailTo(account.email ?? '')).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['welcome'], 'the address is confirmed already');

    const elsewhere = web.browser();
    assert.equal(IdentityFinished.parse((await signInAt(elsewhere, provider)).json).done, 'signed_in');
    assert.equal((await me(elsewhere)).id, person.id);
    const lines = await rows("select action, detail from audit_entries where actor_id = $1 and action = 'person.signed_in'", [person.id]);
    assert.deepEqual(
      lines.map(({ detail }) => detail.by),
      ['sign-up', provider],
    );
  });
}

test('whoever changes their address at the provider is the same person, and whoever gets that address there is not', async () => {
  const account = (double.account = providerAccount());
  const browser = web.browser();
  assert.equal((await signUpAt(browser, 'google')).status, 200);
  const { id } = await me(browser);
  double.account = { ...account, email: 'moved@example.com' };
  const again = web.browser();
  await signInAt(again, 'google');
  assert.equal((await me(again)).id, id);
  double.account = providerAccount({ email: account.email });
  const other = web.browser();
  const refused = await signInAt(other, 'google');
  assert.deepEqual([refused.status, errorOf(refused)], [400, 'IDENTITY_EMAIL_KNOWN']);
  assert.equal((await other.get('/api/console/me')).status, 401);
});

test('an address that has an account is never taken over, verified at the provider or not, confirmed here or not', async () => {
  await web.person({ email: 'has-password@example.com' });
  await signUp(web, 'not-confirmed@example.com');
  for (const email of ['has-password@example.com', 'HAS-password@example.com', 'not-confirmed@example.com'])
    for (const provider of ['google', 'github'] as const) {
      double.account = providerAccount({ email });
      assert.equal(errorOf(await signInAt(web.browser(), provider)), 'IDENTITY_EMAIL_KNOWN', email);
    }
  double.account = providerAccount({ email: 'has-password@example.com', verified: false });
  assert.equal(errorOf(await signInAt(web.browser(), 'google')), 'IDENTITY_EMAIL_UNVERIFIED');
  const linked = await rows(
    "select 1 from credentials where provider_id <> 'credential' and user_id in (select id from users where email in ('has-password@example.com', 'not-confirmed@example.com'))",
  );
  assert.deepEqual(linked, []);
});

test('an address that the provider has not verified, or none at all, opens no account', async () => {
  for (const about of [{ verified: false }, { email: null }])
    for (const provider of ['google', 'github'] as const) {
      double.account = providerAccount(about);
      const refused = await signInAt(web.browser(), provider);
      assert.deepEqual([refused.status, errorOf(refused)], [400, 'IDENTITY_EMAIL_UNVERIFIED']);
    }
});

test('what is forged, replayed, late, of another browser or of another provider signs nobody in', async () => {
  double.account = providerAccount();
  const owner = web.browser();
  await signUpAt(owner, 'google');

  const browser = web.browser();
  const params = await throughProvider(browser, 'google');
  const forged = await comeBack(browser, 'google', { ...params, state: 'x'.repeat(32) });
  assert.equal(errorOf(forged), 'IDENTITY_ATTEMPT_OVER');
  const victim = web.browser();
  assert.equal(errorOf(await comeBack(victim, 'google', params)), 'IDENTITY_ATTEMPT_OVER', 'a browser that began nothing');
  await throughProvider(victim, 'google');
  assert.equal(errorOf(await comeBack(victim, 'google', params)), 'IDENTITY_ATTEMPT_OVER', 'a browser that began another');
  assert.equal((await victim.get('/api/console/me')).status, 401);
  const mixed = await comeBack(browser, 'github', await throughProvider(browser, 'google'));
  assert.equal(errorOf(mixed), 'IDENTITY_ATTEMPT_OVER');

  const signed = await comeBack(browser, 'google', params);
  assert.equal(signed.status, 200, 'the attempts of others have not used it up');
  assert.equal(errorOf(await comeBack(browser, 'google', params)), 'IDENTITY_ATTEMPT_OVER', 'sent twice');
  const fresh = await throughProvider(browser, 'google');
  const replayed = await comeBack(browser, 'google', { ...fresh, code: params['code'] ?? '' });
  assert.equal(errorOf(replayed), 'IDENTITY_PROVIDER_REFUSED', 'another attempt’s code');

  const late = await throughProvider(browser, 'google');
  await rows("update verifications set expires_at = '2020-01-01'");
  assert.equal(errorOf(await comeBack(browser, 'google', late)), 'IDENTITY_ATTEMPT_OVER');
});

test('two pages of one browser do not get in each other’s way', async () => {
  double.account = providerAccount();
  await signUpAt(web.browser(), 'google');
  const browser = web.browser();
  const first = await throughProvider(browser, 'google', { next: '/console/servers' });
  const second = await throughProvider(browser, 'google', { next: '/console/billing' });
  for (const [params, next] of [
    [first, '/console/servers'],
    [second, '/console/billing'],
  ] as const) {
    const finished = IdentityFinished.parse((await comeBack(browser, 'google', params)).json);
    assert.deepEqual([finished.done, finished.next], ['signed_in', next]);
  }
});

test('whoever cancels, and whatever the provider gets wrong, leads back with what to do', async () => {
  double.account = providerAccount();
  const expected = [
    ['cancel', 'IDENTITY_CANCELLED'],
    ['server_error', 'IDENTITY_PROVIDER_REFUSED'],
    ['error 500', 'IDENTITY_PROVIDER_AWAY'],
    ['wrong nonce', 'IDENTITY_PROVIDER_REFUSED'],
    ['wrong audience', 'IDENTITY_PROVIDER_REFUSED'],
    ['wrong issuer', 'IDENTITY_PROVIDER_REFUSED'],
    ['expired', 'IDENTITY_PROVIDER_REFUSED'],
  ] as const;
  for (const [trouble, code] of expected) {
    double.trouble = trouble;
    const refused = await signInAt(web.browser(), 'google');
    assert.deepEqual([trouble, refused.status, errorOf(refused)], [trouble, 400, code]);
  }
  double.trouble = 'error 500';
  assert.equal(errorOf(await signInAt(web.browser(), 'github')), 'IDENTITY_PROVIDER_AWAY');
  double.trouble = 'none';
});

test('no `next` leads to another site', async () => {
  double.account = providerAccount();
  for (const next of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/console/../login?next=//evil.example',
  ]) {
    const { next: led } = IdentityFinished.parse((await signInAt(web.browser(), 'google', { next })).json);
    assert.equal(led, undefined, next);
  }
});

test('another site’s page begins nothing and finishes nothing', async () => {
  const origin = { origin: 'https://evil.example' };
  for (const [path, body] of [
    ['begin', { provider: 'google' }],
    ['finish', { provider: 'google', state: 'x', code: 'y' }],
  ] as const) {
    assert.equal((await web.browser().post(`/api/auth/identity/${path}`, body, origin)).status, 403);
  }
});

test('nothing that a provider gives is stored or logged, and the link in the browser’s hand is not in the database', async () => {
  double.account = providerAccount();
  const browser = web.browser();
  const params = await throughProvider(browser, 'github');
  const held = JSON.stringify(await rows('select * from verifications'));
  assert.ok(!held.includes(params['state'] ?? '?'));
  await comeBack(browser, 'github', params);
  const everything = JSON.stringify([
    await rows('select * from verifications'),
    await rows('select * from credentials'),
    await rows('select * from sessions'),
  ]);
  assert.ok(double.tokens.length > 0);
  for (const token of double.tokens) assert.ok(!everything.includes(token));
});

test('whoever opened the account in another page meanwhile is told so, and two clicks open one account', async () => {
  double.account = providerAccount();
  const browser = web.browser();
  const tokenOf = async () => IdentityFinished.parse((await signInAt(browser, 'google')).json).newcomer?.token ?? '';
  const [one, other] = [await tokenOf(), await tokenOf()];
  const stolen = await agree(web.browser(), one);
  assert.equal(errorOf(stolen), 'IDENTITY_ATTEMPT_OVER', 'another browser');
  const [first, second] = await Promise.all([agree(browser, one), agree(browser, one)]);
  assert.deepEqual([first.status, second.status].toSorted(), [200, 400]);
  assert.equal(errorOf(await agree(browser, other)), 'IDENTITY_EMAIL_KNOWN');
  assert.equal((await rows('select 1 from users where email = $1', [double.account.email])).length, 1);
});

test('somebody without a password chooses one by a mailed link, and then signs in either way', async () => {
  const account = (double.account = providerAccount());
  const browser = web.browser();
  await signUpAt(browser, 'google');
  const ways = await browser.get('/api/console/me/ways-in');
  assert.match(ways.text, /"password":false/);
  assert.equal(errorOf(await signIn(web.browser(), account.email ?? '')), 'INVALID_EMAIL_OR_PASSWORD');
  await browser.post('/api/auth/request-password-reset', { email: account.email });
  const mail = (await web.mailTo(account.email ?? '')).find(({ kind }) => kind === 'reset_password');
  const token = /#([\w.~-]+)/.exec(mail?.text ?? '')?.[1];
  const set = await web.browser().post('/api/auth/reset-password', { token, newPassword: 'four words nobody guesses' });
  assert.equal(set.status, 200, set.text);
  assert.equal((await signIn(web.browser(), account.email ?? '', 'four words nobody guesses')).status, 200);
  assert.equal(IdentityFinished.parse((await signInAt(web.browser(), 'google')).json).done, 'signed_in');
});
