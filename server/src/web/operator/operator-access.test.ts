import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Me } from '@boreal/contract/people/people.ts';
import { z } from 'zod';
import { easyRules, type SignInRules } from '../../kit/sign-in-rules.ts';
import { removeTwoFactor } from '../../core/ground/people/remove-two-factor.ts';
import { operatorEndpoints } from '../console-tables.ts';
import { endedForOperator, marksUse } from '../sessions/operator-session.rules.ts';
import { testAuthenticator } from '../test-authenticator.ts';
import { errorOf } from '../test-answers.ts';
import { turnOnTwoFactor } from '../test-sign-in.ts';
import type { Browser } from '../test-browser.ts';
import { openWebCloud, PASSWORD, type WebCloud } from '../testing.ts';

const opened: WebCloud[] = [];
after(async () => {
  for (const web of opened) await web.close();
  for (const { bugs } of opened) assert.deepEqual(bugs, [], 'something was answered with 500');
});
async function open(rules: Partial<SignInRules>): Promise<WebCloud> {
  const web = await openWebCloud({ rules, hosts: {} });
  opened.push(web);
  return web;
}
const HERE = '/api/console/operator/operators';
const meOf = async (browser: Browser) => Me.parse(z.object({ data: z.unknown() }).parse((await browser.get('/api/console/me')).json).data);

describe('where a second factor is required', async () => {
  const web = await open({ operatorsNeedSecondFactor: true });
  const Options = z.looseObject({ challenge: z.string() });
  const withPasskey = async (browser: Browser, device: ReturnType<typeof testAuthenticator>) => {
    const options = Options.parse((await browser.get('/api/auth/passkey/generate-authenticate-options')).json);
    const answer = await browser.post('/api/auth/passkey/verify-authentication', { response: device.get(options) });
    assert.equal(answer.status, 200, answer.text);
  };

  const addPasskey = async (browser: Browser, device: ReturnType<typeof testAuthenticator>) => {
    const options = Options.parse((await browser.get('/api/auth/passkey/generate-register-options')).json);
    const added = await browser.post('/api/auth/passkey/verify-registration', { response: device.create(options), name: 'Laptop' });
    assert.equal(added.status, 200, added.text);
  };

  test('every endpoint of operators refuses somebody who has none, and their own settings are open', async () => {
    const bare = await web.person({ email: 'bare@example.com', operates: 'owner' });
    for (const { method, path } of operatorEndpoints) {
      const text = method === 'GET' ? {} : { text: '{}' };
      const answer = await bare.ask({ method, path: `/api/console/operator${path.replaceAll(/:[A-Za-z]+/g, 'none')}`, ...text });
      assert.deepEqual([answer.status, errorOf(answer)], [403, 'SECOND_FACTOR_REQUIRED'], `${method} ${path}`);
    }
    assert.equal((await meOf(bare)).secondFactorRequired, true);
    assert.equal((await bare.get('/api/auth/passkey/list-user-passkeys')).status, 200);
  });

  test('a passkey is one, in sessions that it began, and as long as it is there', async () => {
    const person = await web.person({ email: 'passkey@example.com', operates: 'owner' });
    const device = testAuthenticator(web.siteUrl);
    await addPasskey(person, device);
    assert.equal(errorOf(await person.get(HERE)), 'SECOND_FACTOR_REQUIRED', 'this session began with the password alone');
    const browser = web.browser();
    await withPasskey(browser, device);
    assert.equal((await browser.get(HERE)).status, 200);
    assert.equal((await meOf(browser)).secondFactorRequired, false);
    const passkeys = z.array(z.looseObject({ id: z.string() })).parse((await browser.get('/api/auth/passkey/list-user-passkeys')).json);
    assert.equal((await browser.post('/api/auth/passkey/delete-passkey', { id: passkeys[0]?.id })).status, 200);
    assert.equal(errorOf(await browser.get(HERE)), 'SECOND_FACTOR_REQUIRED');
  });

  test('whoever has only the password of an operator who has a passkey adds and removes no way in', async () => {
    const email = 'phished@example.com';
    const person = await web.person({ email, operates: 'owner' });
    const device = testAuthenticator(web.siteUrl);
    await addPasskey(person, device);
    const thief = web.browser();
    assert.equal((await thief.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status, 200);
    const tried = [
      await thief.post('/api/auth/two-factor/enable', { password: PASSWORD }),
      await thief.get('/api/auth/passkey/generate-register-options'),
      await thief.post('/api/auth/passkey/verify-registration', { response: { id: 'x', response: {} } }),
      await thief.post('/api/auth/passkey/delete-passkey', { id: 'x' }),
      await thief.post('/api/auth/change-email', { newEmail: 'thief@example.com' }),
      await thief.post('/api/auth/identity/begin-link', { provider: 'google' }),
    ];
    for (const answer of tried) {
      assert.deepEqual([answer.status, errorOf(answer)], [403, 'SECOND_FACTOR_REQUIRED']);
      assert.match(answer.text, /sign in with your passkey/);
    }
    assert.equal(errorOf(await thief.get(HERE)), 'SECOND_FACTOR_REQUIRED');

    const browser = web.browser();
    await withPasskey(browser, device);
    await turnOnTwoFactor(browser);
    assert.equal((await browser.get(HERE)).status, 200);
  });

  test('an operator who has lost their passkey sets up another factor once it was removed by command', async () => {
    const email = 'lost-key@example.com';
    await addPasskey(await web.person({ email, operates: 'owner' }), testAuthenticator(web.siteUrl));
    const customer = await web.person({ email: 'customer-with-key@example.com' });
    await addPasskey(customer, testAuthenticator(web.siteUrl));
    for (const one of [email, 'customer-with-key@example.com']) await removeTwoFactor(web.ctx, { email: one });
    const again = web.browser();
    assert.equal((await again.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status, 200);
    await turnOnTwoFactor(again);
    assert.equal((await again.get(HERE)).status, 200);
    const left = await web.cloud.db.sql.selectFrom('passkeys').select('userId').where('userId', '=', customer.userId).execute();
    assert.equal(left.length, 1, 'to a customer it is a way in, and no second factor');
  });

  test('an operator whose second factor is removed sets it up again first, signed in or not', async () => {
    const email = 'lost@example.com';
    const person = await web.person({ email, operates: 'owner' });
    const isOn = (on: boolean) =>
      web.cloud.db.sql.updateTable('users').set({ twoFactorEnabled: on }).where('id', '=', person.userId).execute();
    await isOn(true);
    assert.equal((await person.get(HERE)).status, 200);
    await isOn(false);
    assert.equal(errorOf(await person.get(HERE)), 'SECOND_FACTOR_REQUIRED', 'turned off by themselves');
    await isOn(true);
    await removeTwoFactor(web.ctx, { email });
    assert.equal(errorOf(await person.get(HERE)), 'NOT_SIGNED_IN', 'their sessions have ended');
    const again = web.browser();
    assert.equal((await again.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status, 200);
    assert.equal(errorOf(await again.get(HERE)), 'SECOND_FACTOR_REQUIRED');
  });
});

test('operators may be bound to networks; a refusal stands in the audit log, and customers are not concerned', async () => {
  const web = await open({ operatorNetworks: ['203.0.113.0/24', '2001:db8::/32'] });
  const operator = await web.person({ email: 'operator@example.com', operates: 'owner' });
  const from = (address: string) => operator.get(HERE, { 'x-forwarded-for': address });
  for (const address of ['203.0.113.9', '2001:db8::7', '::ffff:203.0.113.9']) assert.equal((await from(address)).status, 200, address);
  for (const address of ['203.0.114.9', '2001:db9::7', '10.0.0.1'])
    assert.deepEqual([(await from(address)).status, errorOf(await from(address))], [403, 'NETWORK_NOT_ALLOWED'], address);
  const customer = await web.person({ email: 'customer@example.com' });
  assert.equal(errorOf(await customer.get(HERE)), 'NOT_FOUND', 'to customers there is nothing');
  assert.equal((await customer.get('/api/console/me')).status, 200);
  const { rows } = await web.cloud.db.pool.query("select detail from audit_entries where action = 'operator.refused'");
  assert.equal(rows.length, 1);
});

describe('an operator’s session', async () => {
  const web = await open({ operatorSessionHours: 12, operatorIdleMinutes: 30 });
  const set = (userId: string, change: string) => web.cloud.db.pool.query(`update sessions set ${change} where user_id = $1`, [userId]);

  const usedNow = async (userId: string) => {
    const used = "select operated_at > now() - interval '1 minute' as used from sessions where user_id = $1";
    return (await web.cloud.db.pool.query(used, [userId])).rows;
  };

  test('ends when it was not used for so long, and is gone then', async () => {
    const operator = await web.person({ email: 'idle@example.com', operates: 'support' });
    assert.equal((await operator.get('/api/console/me')).status, 200);
    await set(operator.userId, "operated_at = now() - interval '29 minutes'");
    const unattended = await operator.get('/api/console/operator/accounts', { 'x-boreal-unattended': 'true' });
    assert.equal(unattended.status, 200);
    assert.deepEqual(await usedNow(operator.userId), [{ used: false }], 'what an open page asks for by itself does not count');
    assert.equal((await operator.get('/api/console/operator/accounts')).status, 200, 'and this use counts');
    assert.deepEqual(await usedNow(operator.userId), [{ used: true }]);
    await set(operator.userId, "operated_at = now() - interval '31 minutes'");
    assert.equal(errorOf(await operator.get('/api/console/operator/accounts')), 'NOT_SIGNED_IN');
    const left = await web.cloud.db.pool.query('select id from sessions where user_id = $1', [operator.userId]);
    assert.deepEqual(left.rows, []);
  });

  test('ends after so many hours, however much it is used; a customer’s does not', async () => {
    const operator = await web.person({ email: 'long@example.com', operates: 'support' });
    const customer = await web.person({ email: 'customer-long@example.com' });
    for (const { userId } of [operator, customer]) await set(userId, "created_at = now() - interval '13 hours', operated_at = now()");
    assert.equal(errorOf(await operator.get('/api/console/me')), 'NOT_SIGNED_IN');
    assert.equal((await customer.get('/api/console/me')).status, 200);
  });

  test('is as everybody’s where nothing is said', () => {
    const at = new Date('2026-03-01T12:00:00Z');
    const old = { createdAt: new Date('2026-02-25T12:00:00Z'), operatedAt: null };
    assert.equal(endedForOperator(old, easyRules, at), false);
    assert.deepEqual([marksUse(old, at), marksUse({ ...old, operatedAt: at }, at)], [true, false]);
  });
});
