import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { testAuthenticator, type TestAuthenticator } from './test-authenticator.ts';
import { errorOf } from './test-answers.ts';
import type { Browser } from './test-browser.ts';
import { closeWithoutBugs, openWebCloud } from './testing.ts';

const web = await openWebCloud({ hosts: {} });
after(() => closeWithoutBugs(web));

const Options = z.looseObject({ challenge: z.string() });

async function register(browser: Browser, device: TestAuthenticator) {
  const options = Options.parse((await browser.get('/api/auth/passkey/generate-register-options')).json);
  return browser.post('/api/auth/passkey/verify-registration', { response: device.create(options), name: 'Laptop' });
}

async function signIn(browser: Browser, device: TestAuthenticator, verified?: boolean) {
  const options = Options.parse((await browser.get('/api/auth/passkey/generate-authenticate-options')).json);
  return browser.post('/api/auth/passkey/verify-authentication', { response: device.get(options, verified) });
}

test('a passkey is set up, signs in without a password, and when it is deleted it signs in no more', async () => {
  const person = await web.person({ email: 'passkey@example.com' });
  const device = testAuthenticator(web.siteUrl);
  const registered = await register(person, device);
  assert.equal(registered.status, 200, registered.text);

  const elsewhere = web.browser();
  const signedIn = await signIn(elsewhere, device);
  assert.equal(signedIn.status, 200, signedIn.text);
  const { data } = z.object({ data: z.looseObject({ id: z.string() }) }).parse((await elsewhere.get('/api/console/me')).json);
  assert.equal(data.id, person.userId);

  const listed = await person.get('/api/auth/passkey/list-user-passkeys');
  const [passkey, ...more] = z.array(z.looseObject({ id: z.string(), name: z.string() })).parse(listed.json);
  assert.deepEqual([passkey?.name, more], ['Laptop', []]);
  const stranger = await web.person({ email: 'no-passkey@example.com' });
  const taken = await stranger.post('/api/auth/passkey/delete-passkey', { id: passkey?.id });
  assert.ok(taken.status >= 400 && taken.status < 500, 'somebody else’s stays');
  assert.equal((await person.post('/api/auth/passkey/delete-passkey', { id: passkey?.id })).status, 200);
  const gone = await signIn(web.browser(), device);
  assert.deepEqual([gone.status, errorOf(gone)], [401, 'PASSKEY_NOT_FOUND']);
});

test('a device that has not asked who holds it is not enough', async () => {
  const person = await web.person({ email: 'unverified@example.com' });
  const device = testAuthenticator(web.siteUrl);
  await register(person, device);
  const browser = web.browser();
  const refused = await signIn(browser, device, false);
  assert.deepEqual([refused.status, errorOf(refused)], [401, 'AUTHENTICATION_FAILED']);
  assert.equal((await browser.get('/api/console/me')).status, 401);
});

test('an answer to another challenge, of another site, or sent twice is refused', async () => {
  const person = await web.person({ email: 'replayed@example.com' });
  const device = testAuthenticator(web.siteUrl);
  await register(person, device);
  const browser = web.browser();
  const options = Options.parse((await browser.get('/api/auth/passkey/generate-authenticate-options')).json);
  const response = device.get(options);
  const send = (body: object) => browser.post('/api/auth/passkey/verify-authentication', { response: body });
  assert.equal((await send(response)).status, 200);
  browser.cookies.delete('boreal.session_token');
  assert.equal(errorOf(await send(response)), 'CHALLENGE_NOT_FOUND');
  const other = await signIn(web.browser(), { ...device, get: () => device.get({ challenge: 'bm90LXRoZS1vbmU' }) });
  assert.equal(errorOf(other), 'AUTHENTICATION_FAILED');
  const foreign = testAuthenticator('https://evil.example');
  const registered = await register(person, foreign);
  assert.deepEqual([registered.status, errorOf(registered)], [400, 'FAILED_TO_VERIFY_REGISTRATION']);
});

test('what is set up and deleted is in the audit log', async () => {
  const { rows } = await web.cloud.db.pool.query<{ action: string }>(
    "select distinct action from audit_entries where action like 'passkey.%' order by 1",
  );
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['passkey.added', 'passkey.deleted'],
  );
});
