import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { TERMS_VERSION } from '@boreal/contract/people/sign-in.ts';
import { errorOf } from '../test-answers.ts';
import { signIn, turnOnTwoFactor } from '../test-sign-in.ts';
import { closeWithoutBugs, linkToken, openWebCloud, PASSWORD } from '../testing.ts';
import { sendResetLink } from './auth-mail.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));

describe('a forgotten password', () => {
  test('is chosen anew by the mailed link, once; every session ends', async () => {
    const email = 'forgetful@example.com';
    const before = await web.person({ email });
    const browser = web.browser();
    assert.equal((await browser.post('/api/auth/request-password-reset', { email })).status, 200);
    const token = linkToken((await web.mailTo(email)).findLast(({ kind }) => kind === 'reset_password'));
    const choose = (newPassword: string) => browser.post('/api/auth/reset-password', { token, newPassword });
    assert.equal((await choose('quite another password')).status, 200);
    assert.equal((await before.get('/api/console/me')).status, 401);
    assert.equal(errorOf(await choose('a third password')), 'INVALID_TOKEN');
    assert.equal(errorOf(await signIn(browser, email)), 'INVALID_EMAIL_OR_PASSWORD');
    assert.equal((await signIn(browser, email, 'quite another password')).status, 200);
  });

  test('the token of the link is in no table once its mail has gone', async () => {
    const email = 'secret@example.com';
    await web.person({ email });
    await web.browser().post('/api/auth/request-password-reset', { email });
    const token = linkToken((await web.mailTo(email)).at(-1));
    for (const table of ['verifications', 'notices', 'mail_deliveries', 'audit_entries']) {
      const { rows } = await web.cloud.db.pool.query(`select row_to_json(t)::text as line from ${table} t`);
      assert.equal(
        rows.some(({ line }: { line: string }) => line.includes(token)),
        false,
        table,
      );
    }
  });
});

describe('links for a new password', () => {
  const ask = (email: string) => web.browser().post('/api/auth/request-password-reset', { email });
  const links = async (email: string) => (await web.mailTo(email)).filter(({ kind }) => kind === 'reset_password').map(linkToken);
  const choose = (token: string | undefined, newPassword: string) => web.browser().post('/api/auth/reset-password', { token, newPassword });

  test('work no more when a newer one was asked for, or the password was changed', async () => {
    const email = 'forgets-twice@example.com';
    const browser = await web.person({ email });
    for (const _ of [1, 2]) assert.equal((await ask(email)).status, 200);
    const [older, newer] = await links(email);
    assert.equal(errorOf(await choose(older, 'chosen by the older link')), 'INVALID_TOKEN');
    await browser.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'changed by its owner' });
    assert.equal(errorOf(await choose(newer, 'chosen by the newer link')), 'INVALID_TOKEN');
    await ask(email);
    const latest = (await links(email)).at(-1);
    assert.equal((await choose(latest, 'chosen by the latest link')).status, 200);
    assert.equal(errorOf(await choose(latest, 'chosen a second time')), 'INVALID_TOKEN');
  });

  test('do not fill a mailbox: five a day, and the fifth still works', async () => {
    const email = 'flooded@example.com';
    await web.person({ email });
    // Bypassing the door, which lets three a minute through for one address.
    for (let n = 0; n < 4; n += 1) await sendResetLink(web.ctx, { email, token: `made-up-${n}` });
    for (const _ of [1, 2, 3]) assert.equal((await ask(email)).status, 200);
    const sent = await links(email);
    assert.equal(sent.length, 5);
    assert.equal((await choose(sent.at(-1), 'chosen by the fifth link')).status, 200);
  });

  test('take the devices along that were asked for no code', async () => {
    const email = 'trusting@example.com';
    const browser = await web.person({ email });
    const { backupCodes } = await turnOnTwoFactor(browser);
    const device = web.browser();
    await signIn(device, email);
    const trusted = await device.post('/api/auth/two-factor/verify-backup-code', { code: backupCodes[0], trustDevice: true });
    assert.equal(trusted.status, 200, trusted.text);
    const asks = async (password: string) =>
      /"twoFactorRedirect":true/.test((await device.post('/api/auth/sign-in/email', { email, password })).text);
    assert.equal(await asks(PASSWORD), false, 'it is trusted');
    await ask(email);
    assert.equal((await choose((await links(email)).at(-1), 'chosen by its owner')).status, 200);
    assert.equal(await asks('chosen by its owner'), true, 'it is not trusted any more');
  });
});

describe('a new password', () => {
  const WEAK = 'weak@example.com';

  test('that people would guess is refused by every door that takes one, and nothing changes', async () => {
    const browser = await web.person({ email: WEAK });
    const signedUp = await web.browser().post('/api/console/sign-up', {
      name: 'Aurore',
      email: 'aurore@calcul.example',
      password: 'aurore@calcul',
      acceptedTerms: TERMS_VERSION,
    });
    assert.deepEqual([signedUp.status, errorOf(signedUp)], [400, 'INVALID_REQUEST']);
    assert.match(signedUp.text, /too close to your name or address/);
    const changed = await browser.post(
      '/api/auth/change-password',
      { currentPassword: PASSWORD, newPassword: '1234567890' },
      { 'accept-language': 'fr' },
    );
    assert.deepEqual([changed.status, errorOf(changed)], [400, 'WEAK_PASSWORD']);
    assert.match(changed.text, /trop facile à deviner/);
    await web.browser().post('/api/auth/request-password-reset', { email: WEAK });
    const token = linkToken((await web.mailTo(WEAK)).at(-1));
    assert.equal(
      errorOf(await web.browser().post('/api/auth/reset-password', { token, newPassword: 'weak@example' })),
      'PERSONAL_PASSWORD',
    );
    assert.equal(
      (await web.browser().post('/api/auth/reset-password', { token, newPassword: 'a better one altogether' })).status,
      200,
      'the link is not used up',
    );
  });

  test('whose hash is of an earlier cost gets one of today’s at the next sign-in', async () => {
    const email = 'hashed-before@example.com';
    const { userId } = await web.person({ email });
    const { pool } = web.cloud.db;
    const salt = 'ab'.repeat(16);
    const key = scryptSync(PASSWORD, salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }).toString('hex');
    await pool.query('update credentials set password_hash = $1 where user_id = $2', [`${salt}:${key}`, userId]);
    assert.equal((await signIn(web.browser(), email)).status, 200);
    const { rows } = await pool.query<{ password_hash: string }>('select password_hash from credentials where user_id = $1', [userId]);
    assert.match(rows[0]?.password_hash ?? '', /^scrypt\$10\$8\$1\$/);
    assert.equal((await signIn(web.browser(), email)).status, 200);
  });
});
