import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { addressNotices } from '../../core/ground/mail/address-notices.ts';
import { recordNotice } from '../../core/ground/notices/record-notice.ts';
import { tellAccessChange } from '../../core/ground/people/tell-access-change.ts';
import { addMs, DAY_MS } from '../../kit/clock.ts';
import { errorOf, me } from '../test-answers.ts';
import type { Browser } from '../test-browser.ts';
import { followLink, signIn } from '../test-sign-in.ts';
import { closeWithoutBugs, linkToken, openWebCloud } from '../testing.ts';

const web = await openWebCloud();
after(() => closeWithoutBugs(web));

describe('another address', () => {
  const ask = (browser: Browser, newEmail: unknown) => browser.post('/api/auth/change-email', { newEmail });
  const link = (browser: Browser, email: string, kind: string) => followLink(web, { browser, email, kind });

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

  test('gets few mails, however often the first link is opened, and one person wants few addresses a day', async () => {
    const [email, victim] = ['pest@example.com', 'victim@example.com'];
    const browser = await web.person({ email });
    assert.equal((await ask(browser, victim)).status, 200);
    const token = linkToken((await web.mailTo(email)).findLast(({ kind }) => kind === 'email_change_asked'));
    for (let n = 0; n < 12; n += 1) assert.equal((await browser.get(`/api/auth/verify-email?token=${token}`)).status, 200);
    assert.equal((await web.mailTo(victim)).length, 5, 'and then one an hour');

    await web.person({ email: 'taken@example.com' });
    const others = ['taken@example.com', ...Array.from({ length: 8 }, (_, n) => `other-${n}@example.com`)];
    for (const other of others) assert.equal((await ask(browser, other)).status, 200, other);
    const refused = await ask(browser, 'one-more@example.com');
    assert.deepEqual([refused.status, errorOf(refused), refused.headers.get('retry-after')], [429, 'Too many requests', '3600']);
    assert.equal((await ask(browser, victim.toUpperCase())).status, 200, 'the same once more');
    await web.cloud.db.pool.query(`update audit_marks set hour = hour - interval '1 day'`);
    assert.equal((await ask(browser, 'one-more@example.com')).status, 200);
  });

  test('takes the links for a new password with it that wait in the former mailbox', async () => {
    const [old, next] = ['lost-mailbox@example.com', 'kept-mailbox@example.com'];
    const browser = await web.person({ email: old });
    await web.browser().post('/api/auth/request-password-reset', { email: old });
    const token = linkToken((await web.mailTo(old)).findLast(({ kind }) => kind === 'reset_password'));
    await ask(browser, next);
    await link(browser, old, 'email_change_asked');
    assert.equal((await link(browser, next, 'email_change_new')).status, 200);
    const reset = await web.browser().post('/api/auth/reset-password', { token, newPassword: 'quite another horse staple' });
    assert.deepEqual([reset.status, errorOf(reset)], [400, 'INVALID_TOKEN']);
    assert.equal((await signIn(web.browser(), next)).status, 200);
  });

  test('gets what waits for them as a member, and not what was for whoever reads the former mailbox', async () => {
    const [old, next] = ['unread@example.com', 'read@example.com'];
    const customer = await web.cloud.customer('1');
    const browser = await web.member(customer, { email: old, role: 'owner' });
    const { ctx } = web;
    const waiting = 'select kind, to_email from mail_deliveries where next_try_at > $1 order by kind';
    const later = new Date(ctx.clock.wall().getTime() + DAY_MS);
    const { accountId } = customer.ctx;
    const server = { accountId, kind: 'credit_exhausted', serverId: null, data: { serverName: 'trainer' } } as const;
    await ctx.transact((tx) => recordNotice(tx, ctx, server));
    await ctx.transact((tx) => tellAccessChange(tx, ctx, { userId: browser.userId, what: 'password_changed' }));
    await addressNotices(ctx);
    // As after a first attempt that the mail server put off.
    await web.cloud.db.pool.query('update mail_deliveries set next_try_at = $1 where to_email = $2', [addMs(later, DAY_MS), old]);
    await ask(browser, next);
    await link(browser, old, 'email_change_asked');
    assert.equal((await link(browser, next, 'email_change_new')).status, 200);
    assert.deepEqual((await web.cloud.db.pool.query(waiting, [later])).rows, [
      { kind: 'access_changed', to_email: old },
      { kind: 'credit_exhausted', to_email: next },
    ]);
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
