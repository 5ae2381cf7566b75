import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../core/testing/cloud.ts';
import { errorOf, me } from '../test-answers.ts';
import { signIn, signUp, turnOnTwoFactor } from '../test-sign-in.ts';
import { linkToken, openWebCloud, type WebCloud } from '../testing.ts';

// The same database, behind doors that were started before, while and after BOREAL_SECRET is replaced.
const OLD = 'the secret that is replaced: long enough';
const NEW = 'the secret that replaces it: long enough';
const cloud = await startCloud();
const open: WebCloud[] = [];
const door = async (secret: string, secretBefore?: string) => {
  const web = await openWebCloud({ cloud, secret, ...(secretBefore !== undefined && { secretBefore }) });
  open.push(web);
  return web;
};
const before = await door(OLD);
after(async () => {
  for (const web of open) await web.close();
  await cloud.close();
});

test('while a secret is replaced, nobody is signed out, and links and authenticator apps go on', async () => {
  const email = 'careful@example.com';
  const browser = await before.person({ email });
  const { app, backupCodes } = await turnOnTwoFactor(browser);
  await signUp(before, 'new@example.com');
  const token = linkToken((await before.mailTo('new@example.com')).at(-1));

  const during = await door(NEW, OLD);
  const same = during.browser();
  for (const [name, value] of browser.cookies) same.cookies.set(name, value);
  assert.equal((await me(same)).email, email, 'still signed in');
  const opened = await during.browser().get(`/api/auth/verify-email?token=${token}`);
  assert.ok(opened.status < 400, opened.text);
  const other = during.browser();
  await signIn(other, email);
  const code = await other.post('/api/auth/two-factor/verify-totp', { code: await app.nextCode() });
  assert.equal(code.status, 200, code.text);

  // The overlap is over: what was encrypted is encrypted anew, and what the secret before has signed holds no more.
  const afterwards = await door(NEW);
  const late = afterwards.browser();
  await signIn(late, email);
  const recovered = await late.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0] });
  assert.equal(recovered.status, 200, recovered.text);
  const old = afterwards.browser();
  for (const [name, value] of browser.cookies) old.cookies.set(name, value);
  assert.equal((await old.get('/api/console/me')).status, 401);
  const whose = afterwards.browser();
  for (const [name, value] of other.cookies) whose.cookies.set(name, value);
  assert.equal((await me(whose)).email, email, 'whoever signed in since has a cookie of the new secret');
});

test('an authenticator app that a process of before takes meanwhile works at once', async () => {
  const during = await door(NEW, OLD);
  const email = 'in-between@example.com';
  const { app } = await turnOnTwoFactor(await before.person({ email }));
  const browser = during.browser();
  await signIn(browser, email);
  const answer = await browser.post('/api/auth/two-factor/verify-totp', { code: await app.nextCode() });
  assert.equal(answer.status, 200, answer.text);
});

test('and proves who its person is at once, too', async () => {
  const during = await door(NEW, OLD);
  const person = await before.person({ email: 'proves-in-between@example.com' });
  const { app } = await turnOnTwoFactor(person);
  const same = during.browser();
  for (const [name, value] of person.cookies) same.cookies.set(name, value);
  const proven = await same.post('/api/console/me/proof', { by: 'code', code: await app.nextCode() });
  assert.equal(proven.status, 200, proven.text);
});

test('neither a forged cookie nor one of a third secret opens anything', async () => {
  const email = 'forged@example.com';
  const during = await door(NEW, OLD);
  const third = await door('a secret of somebody else, long enough');
  const browser = await third.person({ email });
  const thief = during.browser();
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  assert.equal((await thief.get('/api/console/me')).status, 401);
  for (const [name] of browser.cookies) thief.cookies.set(name, `anything.${'A'.repeat(43)}%3D`);
  assert.equal(errorOf(await thief.get('/api/console/me')), 'NOT_SIGNED_IN');
});

test('whoever has an authenticator app is told so where the secret was changed alone, and it is theirs again once the old one is back', async () => {
  const email = 'lost@example.com';
  const { app, backupCodes } = await turnOnTwoFactor(await before.person({ email }));
  const alone = await door('a secret that replaced it without a word');
  const browser = alone.browser();
  await signIn(browser, email);
  for (const [path, code] of [
    ['verify-totp', await app.nextCode()],
    ['verify-backup-code', backupCodes[0]],
  ]) {
    const refused = await browser.post(`/api/auth/two-factor/${path}`, { code });
    assert.deepEqual([refused.status, errorOf(refused)], [401, 'TWO_FACTOR_UNREADABLE'], refused.text);
  }
  const again = before.browser();
  await signIn(again, email);
  assert.equal((await again.post('/api/auth/two-factor/verify-totp', { code: await app.nextCode() })).status, 200);
});
