import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPerson } from '../core/ground/people/add-person.ts';
import { makePasswordLink } from '../core/ground/people/make-password-link.ts';
import { closeWithoutBugs, openWebCloud } from './testing.ts';

const web = await openWebCloud({ rules: { operatorsNeedSecondFactor: true } });
after(() => closeWithoutBugs(web));

const CHOSEN = 'marmite orage piano 42';
const choose = (token: string) => web.browser().post('/api/auth/reset-password', { token, newPassword: CHOSEN });

test('an operator who was added chooses a password by the link, once, signs in, and may do nothing before the second factor', async () => {
  const email = 'boss@example.com';
  await addPerson(web.ctx, { email, name: 'Boss', role: 'owner' });
  const earlier = await makePasswordLink(web.ctx, { email });
  const link = await makePasswordLink(web.ctx, { email: email.toUpperCase() });
  assert.equal((await choose(earlier.token)).status, 400, 'one that was replaced');
  const chosen = await choose(link.token);
  assert.equal(chosen.status, 200, chosen.text);
  assert.equal((await choose(link.token)).status, 400, 'once');
  const browser = web.browser();
  const signedIn = await browser.post('/api/auth/sign-in/email', { email, password: CHOSEN });
  assert.equal(signedIn.status, 200, signedIn.text);
  const accounts = await browser.get('/api/console/operator/accounts');
  assert.match(accounts.text, /SECOND_FACTOR_REQUIRED/);
});

test('a link is over after its hour', async () => {
  const email = 'late@example.com';
  await addPerson(web.ctx, { email, name: 'Late', role: 'customer' });
  const hourAgo = { ...web.ctx, clock: { ...web.ctx.clock, wall: () => new Date(Date.now() - 61 * 60_000) } };
  const { token } = await makePasswordLink(hourAgo, { email });
  assert.equal((await choose(token)).status, 400);
});

test('whoever was added and was given no link cannot sign in with any password that somebody knows', async () => {
  const email = 'nobody-knows@example.com';
  await addPerson(web.ctx, { email, name: 'Nobody', role: 'customer' });
  for (const password of ['', 'password', email]) {
    const { status } = await web.browser().post('/api/auth/sign-in/email', { email, password });
    assert.ok(status === 400 || status === 401, String(status));
  }
});
