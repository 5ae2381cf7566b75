import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { ApiKeyCreated } from '@boreal/contract/keys.ts';
import { Me } from '@boreal/contract/people.ts';
import { Session, TERMS_VERSION } from '@boreal/contract/sign-in.ts';
import { createOTP } from '@better-auth/utils/otp';
import { z } from 'zod';
import type { BrowserAnswer, Browser } from './test-browser.ts';
import { linkToken, openWebCloud, PASSWORD } from './testing.ts';
import { sendResetLink } from './auth/auth-mail.ts';

const web = await openWebCloud();
after(async () => {
  await web.close();
  assert.deepEqual(web.bugs, [], 'something was answered with 500');
});

const data = <S extends z.ZodType>(answer: BrowserAnswer, schema: S): z.output<S> => {
  assert.ok(answer.status === 200 || answer.status === 201, `${answer.status} ${answer.text}`);
  return schema.parse(z.object({ data: z.unknown() }).parse(answer.json).data);
};
const errorOf = (answer: BrowserAnswer) => z.object({ error: z.string(), message: z.string() }).parse(answer.json).error;
const me = async (browser: Browser) => data(await browser.get('/api/console/me'), Me);
const signIn = (browser: Browser, email: string, password = PASSWORD) => browser.post('/api/auth/sign-in/email', { email, password });

async function signUp(email: string, more: object = {}): Promise<Browser> {
  const browser = web.browser();
  const answer = await browser.post('/api/console/sign-up', {
    name: 'Aurore',
    email,
    password: PASSWORD,
    acceptedTerms: TERMS_VERSION,
    ...more,
  });
  assert.equal(answer.status, 201, answer.text);
  return browser;
}

async function confirm(browser: Browser, email: string): Promise<BrowserAnswer> {
  const mail = (await web.mailTo(email)).findLast(({ kind }) => kind === 'verify_email');
  return browser.get(`/api/auth/verify-email?token=${linkToken(mail)}`);
}

describe('signing up', () => {
  test('somebody signs up, confirms the address by the mailed link, signs in, and makes a key that works until it is revoked', async () => {
    const email = 'aurore@example.com';
    const browser = await signUp(email, { company: 'Calcul Boréal inc.', language: 'fr' });

    const early = await signIn(browser, email);
    assert.deepEqual([early.status, errorOf(early)], [403, 'EMAIL_NOT_VERIFIED']);
    assert.equal((await browser.get('/api/console/me')).status, 401);

    const confirmed = await confirm(browser, email);
    assert.equal(confirmed.status, 200, confirmed.text);
    const signedIn = await signIn(browser, email);
    assert.equal(signedIn.status, 200, signedIn.text);

    const person = await me(browser);
    const [account] = person.accounts;
    assert.ok(account);
    assert.deepEqual([person.email, person.operator, account.role, account.name], [email, false, 'owner', 'Calcul Boréal inc.']);
    assert.deepEqual(
      (await web.mailTo(email)).map(({ kind }) => kind).filter((kind) => kind === 'welcome'),
      ['welcome'],
    );
    assert.match((await web.mailTo(email)).find(({ kind }) => kind === 'verify_email')?.subject ?? '', /Confirmez/);

    const at = `/api/console/accounts/${account.id}`;
    const made = data(await browser.post(`${at}/v1/api-keys`, { name: 'ci' }), ApiKeyCreated);
    const rest = () => web.browser().get('/api/servers', { authorization: `Bearer ${made.key}` });
    assert.equal((await rest()).status, 200);
    assert.equal((await browser.get(`${at}/v1/api-keys`)).text.includes(made.key), false, 'the key is told once');
    assert.equal((await browser.remove(`${at}/v1/api-keys/${made.id}`)).status, 200);
    assert.equal(await refusedSoon(rest), true, 'a revoked key ends');
  });

  test('nobody gets an account without agreeing to the terms in force, and which and when is kept', async () => {
    for (const acceptedTerms of [undefined, '', true, '2020-01-01']) {
      const answer = await web
        .browser()
        .post('/api/console/sign-up', { name: 'A', email: 'no@example.com', password: PASSWORD, acceptedTerms });
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.text, /"path":"acceptedTerms"/);
    }
    const email = 'agreed@example.com';
    await signUp(email);
    const kept = await web.cloud.db.sql
      .selectFrom('users')
      .select(['termsVersion', 'termsAcceptedAt'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    assert.equal(kept.termsVersion, TERMS_VERSION);
    assert.ok(kept.termsAcceptedAt);
  });

  test('who has not agreed to the terms in force is asked, and which version they agree to, and when, is kept; keys go on', async () => {
    const email = 'older@example.com';
    const browser = await signUp(email);
    await confirm(browser, email);
    await signIn(browser, email);
    const Asked = z.looseObject({ id: z.string(), termsToAccept: z.string().nullable(), accounts: z.array(z.object({ id: z.string() })) });
    const me = async () => data(await browser.get('/api/console/me'), Asked);
    const { id, termsToAccept, accounts } = await me();
    assert.equal(termsToAccept, null, 'they agreed when they signed up');
    const keys = `/api/console/accounts/${accounts[0]?.id}/v1/api-keys`;
    const { key } = data(await browser.post(keys, { name: 'ci' }), z.looseObject({ key: z.string() }));
    const users = web.cloud.db.sql;
    await users.updateTable('users').set({ termsVersion: '2020-01-01' }).where('id', '=', id).execute();
    assert.equal((await me()).termsToAccept, TERMS_VERSION);
    const rest = await fetch(`${web.url}/api/servers`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(rest.status, 200, 'programs are not shut out');

    for (const acceptedTerms of [undefined, '', '2020-01-01', '2999-01-01']) {
      assert.equal((await browser.post('/api/console/me/terms', { acceptedTerms })).status, 400);
    }
    assert.equal((await me()).termsToAccept, TERMS_VERSION);
    web.cloud.clock.advance(1000);
    const at = web.ctx.clock.now();
    const accepted = await Promise.all([1, 2, 3].map(() => browser.post('/api/console/me/terms', { acceptedTerms: TERMS_VERSION })));
    for (const answer of accepted) assert.equal(data(answer, Asked).termsToAccept, null);
    web.cloud.clock.advance(1000);
    assert.equal((await browser.post('/api/console/me/terms', { acceptedTerms: TERMS_VERSION })).status, 200);
    const kept = await users.selectFrom('users').select(['termsVersion', 'termsAcceptedAt']).where('id', '=', id).executeTakeFirstOrThrow();
    assert.deepEqual(kept, { termsVersion: TERMS_VERSION, termsAcceptedAt: at });
    const lines = await users
      .selectFrom('auditEntries')
      .select('detail')
      .where('action', '=', 'person.accepted_terms')
      .where('target', '=', id)
      .execute();
    assert.deepEqual(
      lines.map(({ detail }) => detail),
      [{ before: '2020-01-01', after: TERMS_VERSION }],
    );
  });

  test('the link that confirms an address leads on to what somebody wanted, and to no other site', async () => {
    const wanted = '/console/deploy?plan=h100-sxm-x1';
    const linkOf = async (email: string) => (await web.mailTo(email)).find(({ kind }) => kind === 'verify_email')?.text ?? '';
    await signUp('wants@example.com', { next: wanted });
    assert.ok((await linkOf('wants@example.com')).includes(`/verify-email?next=${encodeURIComponent(wanted)}#`));
    // Signing in too early has it mailed again, and so does asking for it.
    await signIn(web.browser(), 'wants@example.com');
    await web.browser().post('/api/auth/send-verification-email', { email: 'wants@example.com' });
    const links = (await web.mailTo('wants@example.com')).filter(({ kind }) => kind === 'verify_email');
    assert.equal(links.length, 3);
    for (const { text } of links) assert.ok(text.includes(`/verify-email?next=${encodeURIComponent(wanted)}#`));
    await signUp('led@example.com', { next: '//evil.example/x' });
    assert.doesNotMatch(await linkOf('led@example.com'), /evil|next=/);
  });

  test('the link confirms the address, and one that was changed or made up never does', async () => {
    const email = 'link@example.com';
    const browser = await signUp(email);
    for (const token of ['x', `${linkToken((await web.mailTo(email)).at(-1))}x`]) {
      const answer = await browser.get(`/api/auth/verify-email?token=${token}`);
      assert.deepEqual([answer.status, errorOf(answer)], [401, 'INVALID_TOKEN']);
    }
    assert.equal((await signIn(browser, email)).status, 403);
    assert.equal((await confirm(browser, email)).status, 200);
    assert.equal((await signIn(browser, email)).status, 200);
  });

  test('nobody learns whether an address has an account; its holder is told, and nothing changes', async () => {
    const email = 'taken@example.com';
    const holder = await web.person({ email });
    const answer = await web.browser().post('/api/console/sign-up', {
      name: 'Thief',
      email: 'TAKEN@example.com',
      password: 'another password',
      acceptedTerms: TERMS_VERSION,
    });
    assert.deepEqual([answer.status, answer.json], [201, { data: { email } }]);
    assert.deepEqual(
      (await web.mailTo(email)).map(({ kind }) => kind),
      ['signed_up_again'],
    );
    assert.equal((await signIn(web.browser(), email)).status, 200);
    assert.equal((await me(holder)).name, 'Somebody');
    const asked = await web.browser().post('/api/auth/request-password-reset', { email: 'nobody@example.com' });
    const known = await web.browser().post('/api/auth/request-password-reset', { email });
    assert.deepEqual([asked.status, asked.text], [known.status, known.text]);
  });

  test('two who sign up with one address at the same moment make one person', async () => {
    const email = 'twice@example.com';
    await Promise.all([signUp(email), signUp(email)]);
    const { rows } = await web.cloud.db.pool.query('select 1 from users where email = $1', [email]);
    assert.equal(rows.length, 1);
  });

  test('a password that is too short is refused in the reader’s language', async () => {
    const answer = await web
      .browser()
      .post(
        '/api/console/sign-up',
        { name: 'A', email: 'short@example.com', password: 'short', acceptedTerms: TERMS_VERSION },
        { 'accept-language': 'fr' },
      );
    assert.equal(answer.status, 400);
    assert.match(answer.text, /La requête n’est pas valide/);
  });
});

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

describe('another address', () => {
  const ask = (browser: Browser, newEmail: unknown) => browser.post('/api/auth/change-email', { newEmail });
  const link = async (browser: Browser, email: string, kind: string) => {
    const mail = (await web.mailTo(email)).findLast((one) => one.kind === kind);
    return browser.get(`/api/auth/verify-email?token=${linkToken(mail)}`);
  };

  test('counts once both mailboxes have confirmed it, and the old one is told', async () => {
    const [old, next] = ['old@example.com', 'new@example.com'];
    const browser = await web.person({ email: old });
    assert.equal((await ask(browser, next)).status, 200);
    assert.deepEqual(await web.mailTo(next), [], 'nothing goes there before the present address agrees');
    const away = await link(web.browser(), old, 'email_change_asked');
    assert.deepEqual([away.status, errorOf(away)], [401, 'SIGN_IN_TO_CHANGE_EMAIL']);
    const other = await web.person({ email: 'other@example.com' });
    assert.equal(errorOf(await link(other, old, 'email_change_asked')), 'INVALID_TOKEN');

    assert.equal((await link(browser, old, 'email_change_asked')).status, 200);
    assert.equal((await me(browser)).email, old, 'one mailbox is not enough');
    const stranger = await link(web.browser(), next, 'email_change_new');
    assert.equal(stranger.status, 401, 'a link signs nobody in');
    assert.deepEqual(stranger.setCookies, []);
    const changed = await link(browser, next, 'email_change_new');
    assert.equal(changed.status, 200, changed.text);
    assert.equal((await me(browser)).email, next);
    assert.ok((await web.mailTo(old)).some(({ kind }) => kind === 'email_changed'));
    assert.equal((await signIn(web.browser(), old)).status, 401);
    assert.equal((await signIn(web.browser(), next)).status, 200);
    assert.equal(errorOf(await link(browser, next, 'email_change_new')), 'INVALID_TOKEN', 'a link works once');
    const { rows } = await web.cloud.db.pool.query("select action, detail from audit_entries where action like 'email.chang%' order by id");
    assert.deepEqual(rows, [
      { action: 'email.change_asked', detail: {} },
      { action: 'email.changed', detail: { from: old, to: next } },
    ]);
  });

  test('that is somebody’s already is never taken over, and nobody learns that it is', async () => {
    const browser = await web.person({ email: 'mine@example.com' });
    await web.person({ email: 'theirs@example.com' });
    assert.equal((await ask(browser, 'Theirs@example.com')).status, 200);
    assert.deepEqual(await web.mailTo('mine@example.com'), []);
    assert.equal((await ask(browser, 'late@example.com')).status, 200);
    assert.equal((await link(browser, 'mine@example.com', 'email_change_asked')).status, 200);
    await web.person({ email: 'late@example.com' });
    assert.equal(errorOf(await link(browser, 'late@example.com', 'email_change_new')), 'INVALID_TOKEN');
    assert.equal((await me(browser)).email, 'mine@example.com');
  });

  test('is one person’s when several take it at the same moment, and the others are told so', async () => {
    const contested = 'contested@example.com';
    const browsers = await Promise.all([1, 2, 3].map((n) => web.person({ email: `hopeful-${n}@example.com` })));
    for (const [index, browser] of browsers.entries()) {
      assert.equal((await ask(browser, contested)).status, 200);
      assert.equal((await link(browser, `hopeful-${index + 1}@example.com`, 'email_change_asked')).status, 200);
    }
    const tokens = (await web.mailTo(contested)).filter(({ kind }) => kind === 'email_change_new').map(linkToken);
    assert.equal(tokens.length, browsers.length);

    // All have passed every check of the address, and wait at its last step, before the first of them has it.
    const { pool } = web.cloud.db;
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query("select from users where email like 'hopeful-%' for update");
      const asked = Promise.all(browsers.map((browser, index) => browser.get(`/api/auth/verify-email?token=${tokens[index]}`)));
      const waiting = "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      const allWait = async () => (await pool.query<{ count: number }>(waiting)).rows[0]?.count === browsers.length;
      while (!(await allWait())) await setImmediate();
      await holder.query('commit');
      const answers = await asked;
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401]);
      for (const lost of answers.filter(({ status }) => status === 401)) assert.equal(errorOf(lost), 'INVALID_TOKEN');
    } finally {
      holder.release();
    }
    const owners = await Promise.all(browsers.map(async (browser) => (await me(browser)).email));
    assert.equal(owners.filter((email) => email === contested).length, 1);
  });

  test('needs somebody who is signed in, and an address', async () => {
    assert.equal((await ask(web.browser(), 'x@example.com')).status, 401);
    const browser = await web.person({ email: 'strict@example.com' });
    for (const wrong of ['x', '', null, 'strict@example.com']) assert.equal((await ask(browser, wrong)).status, 400, String(wrong));
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
    const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }).parse(enabled.json);
    const otp = createOTP(new TextDecoder().decode(decodeBase32(totpURI)));
    await browser.post('/api/auth/two-factor/verify-totp', { code: await otp.totp() });
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

describe('two-factor authentication', () => {
  const otp = (uri: string) => createOTP(new TextDecoder().decode(decodeBase32(uri)));
  const code = (uri: string) => otp(uri).totp();
  // Each code signs in once; a clock may be one step early.
  const nextCode = (uri: string) => otp(uri).hotp(Math.floor(Date.now() / 30_000) + 1);

  test('asks for a code, takes a recovery code once, and can be turned off', async () => {
    const email = 'careful@example.com';
    const browser = await web.person({ email });
    assert.equal(errorOf(await browser.post('/api/auth/two-factor/enable', { password: 'not the password' })), 'INVALID_PASSWORD');
    const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) }).parse(enabled.json);
    assert.ok(backupCodes.length >= 8);
    assert.equal((await me(browser)).twoFactorEnabled, false, 'not before the app has shown a code');
    const set = await browser.post('/api/auth/two-factor/verify-totp', { code: await code(totpURI) });
    assert.equal(set.status, 200, set.text);
    assert.equal((await me(browser)).twoFactorEnabled, true);

    const other = web.browser();
    const half = await signIn(other, email);
    assert.deepEqual([half.status, z.object({ twoFactorRedirect: z.literal(true) }).safeParse(half.json).success], [200, true]);
    assert.equal((await other.get('/api/console/me')).status, 401, 'the password alone is not enough');
    assert.equal(errorOf(await other.post('/api/auth/two-factor/verify-totp', { code: '000000' })), 'INVALID_CODE');
    assert.equal(errorOf(await other.post('/api/auth/two-factor/verify-totp', { code: await code(totpURI) })), 'CODE_USED');
    const late = await nextCode(totpURI);
    assert.equal((await other.post('/api/auth/two-factor/verify-totp', { code: late })).status, 200);
    const again = web.browser();
    await signIn(again, email);
    assert.equal(errorOf(await again.post('/api/auth/two-factor/verify-totp', { code: late })), 'CODE_USED');
    assert.equal((await again.get('/api/console/me')).status, 401);
    assert.equal((await me(other)).email, email);

    const [recovery = ''] = backupCodes;
    const byRecovery = async () => {
      const lost = web.browser();
      await signIn(lost, email);
      return { lost, answer: await lost.post('/api/auth/two-factor/verify-backup-code', { code: recovery }) };
    };
    const first = await byRecovery();
    assert.equal(first.answer.status, 200, first.answer.text);
    assert.equal((await me(first.lost)).email, email);
    assert.equal(errorOf((await byRecovery()).answer), 'INVALID_BACKUP_CODE');

    assert.equal((await browser.post('/api/auth/two-factor/disable', { password: PASSWORD })).status, 200);
    const plain = web.browser();
    await signIn(plain, email);
    assert.equal((await me(plain)).twoFactorEnabled, false);
  });

  test('five wrong codes end a sign-in, however they are sent', async () => {
    const email = 'guessed@example.com';
    const browser = await web.person({ email });
    const enabled = await browser.post('/api/auth/two-factor/enable', { password: PASSWORD });
    const { totpURI } = z.object({ totpURI: z.string() }).parse(enabled.json);
    await browser.post('/api/auth/two-factor/verify-totp', { code: await code(totpURI) });
    const guesser = web.browser();
    await signIn(guesser, email);
    for (let n = 0; n < 5; n += 1) await guesser.post('/api/auth/two-factor/verify-totp', { code: '000000' });
    const late = await guesser.post('/api/auth/two-factor/verify-totp', { code: await nextCode(totpURI) });
    assert.deepEqual([late.status, errorOf(late)], [400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']);
  });
});

describe('sessions', () => {
  test('are listed without their tokens, and one that is revoked is over at once', async () => {
    const email = 'everywhere@example.com';
    const here = await web.person({ email });
    const there = web.browser();
    await signIn(there, email);
    const listed = await here.get('/api/console/me/sessions');
    const sessions = data(listed, z.array(Session));
    assert.deepEqual(sessions.map(({ current }) => current).toSorted(), [false, true]);
    for (const cookie of there.cookies.values()) assert.equal(listed.text.includes(decodeURIComponent(cookie).split('.')[0] ?? ''), false);

    const other = sessions.find(({ current }) => !current);
    assert.equal((await here.remove(`/api/console/me/sessions/${other?.id}`)).status, 200);
    assert.equal((await there.get('/api/console/me')).status, 401, 'also while its cookie still says who it was');
    assert.equal((await here.remove(`/api/console/me/sessions/${other?.id}`)).status, 404);
    assert.equal((await me(here)).email, email);
  });

  test('of somebody else cannot be revoked', async () => {
    const one = await web.person({ email: 'one@example.com' });
    const two = await web.person({ email: 'two@example.com' });
    const [session] = data(await one.get('/api/console/me/sessions'), z.array(Session));
    assert.equal((await two.remove(`/api/console/me/sessions/${session?.id}`)).status, 404);
    assert.equal((await one.get('/api/console/me')).status, 200);
  });

  test('all others end together, and signing out ends this one', async () => {
    const email = 'tidy@example.com';
    const here = await web.person({ email });
    const others = [web.browser(), web.browser()];
    for (const other of others) await signIn(other, email);
    assert.deepEqual(data(await here.post('/api/console/me/sessions/revoke-others'), z.object({ revoked: z.int() })), { revoked: 2 });
    for (const other of others) assert.equal((await other.get('/api/console/me')).status, 401);
    const kept = new Map(here.cookies);
    assert.equal((await here.post('/api/auth/sign-out')).status, 200);
    for (const [name, value] of kept) here.cookies.set(name, value);
    assert.equal((await here.get('/api/console/me')).status, 401, 'the cookie that was kept is worth nothing');
  });

  test('a changed password ends the other sessions', async () => {
    const email = 'changing@example.com';
    const here = await web.person({ email });
    const there = web.browser();
    await signIn(there, email);
    const answer = await here.post('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'a new long password' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal((await there.get('/api/console/me')).status, 401);
    assert.equal((await here.get('/api/console/me')).status, 200);
  });

  test('what people do to how they sign in is in the audit log', async () => {
    const { rows } = await web.cloud.db.pool.query<{ action: string }>('select distinct action from audit_entries order by action');
    const actions = new Set(rows.map(({ action }) => action));
    for (const action of [
      'person.signed_up',
      'email.verified',
      'person.signed_in',
      'password.changed',
      'two_factor.enabled',
      'two_factor.disabled',
      'session.revoked',
    ])
      assert.ok(actions.has(action), action);
  });
});

/** A revocation is heard by every process a moment after its commit, also by the one that made it. */
async function refusedSoon(ask: () => Promise<BrowserAnswer>): Promise<boolean> {
  for (let tries = 0; tries < 20; tries += 1) {
    if ((await ask()).status === 401) return true;
    await sleep(250);
  }
  return false;
}

/** The secret of an otpauth address. */
function decodeBase32(uri: string): Uint8Array {
  const text = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...text].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
