import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addMs, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import { createSmtpMailer } from '../../../mail/smtp-mailer.ts';
import { startSmtpServer, type TestSmtpServer } from '../../../mail/testing.ts';
import { createAccount } from '../../money/accounts/create-account.ts';
import { changeMemberRole } from '../members/change-member-role.ts';
import { removeMember } from '../members/remove-member.ts';
import { setRoleByEmail } from '../operators/set-operator-role.ts';
import { recordNotice } from '../notices/record-notice.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { addOperator, addPerson } from '../../testing/people.ts';
import { addressNotices } from './address-notices.ts';
import { deliverMail } from './deliver-mail.ts';
import { getMail, listMail } from './list-mail.ts';
import { MAIL_ATTEMPTS, MAIL_LEASE_MS, pauseMs } from './mail.rules.ts';
import { retryMail } from './retry-mail.ts';

const SITE = 'https://gpu.example.com';
let cloud: Cloud;
let server: TestSmtpServer;
let mailer: Mailer;
before(async () => {
  cloud = await startCloud();
  server = await startSmtpServer();
  mailer = createSmtpMailer({ url: server.url, from: { name: 'Boreal', email: 'no-reply@gpu.example.com' } });
});
after(async () => {
  await mailer.close();
  await server.close();
  await cloud.close();
});
beforeEach(() => {
  server.taken.length = 0;
  server.refuseRecipient = () => null;
  server.onTaken = async () => null;
});

const newAccount = () => cloud.ctx.transact((tx) => createAccount(tx, { name: 'Acme', now: cloud.clock.now() }));
const tell = (accountId: string, serverName = 'trainer-1') =>
  cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, { accountId, kind: 'credit_exhausted', serverId: null, data: { serverName } }));
const invite = (email: string) =>
  cloud.ctx.transact((tx) =>
    recordNotice(tx, cloud.ctx, {
      accountId: null,
      kind: 'reset_password',
      serverId: null,
      data: { expiresAt: cloud.clock.now().toISOString() },
      to: { email, name: null, language: 'en' },
      secret: 'T0ken',
    }),
  );
const work = async (by: Mailer = mailer) => {
  await addressNotices(cloud.ctx);
  return deliverMail(cloud.ctx, { mailer: by, siteUrl: SITE });
};
const mailsTo = (email: string) =>
  cloud.db.sql.selectFrom('mailDeliveries').selectAll().where('toEmail', '=', email).orderBy('id').execute();
const mailTo = async (email: string) => {
  const [mail, ...more] = await mailsTo(email);
  assert.ok(mail && more.length === 0, `one mail to ${email}`);
  return mail;
};
const recipients = () => server.taken.map(({ to }) => to).toSorted();

async function owner(language?: 'en' | 'fr') {
  const accountId = await newAccount();
  return { accountId, ...(await addPerson(cloud.ctx, { accountId, role: 'owner', ...(language && { language }) })) };
}

describe('whom a notice reaches', () => {
  test('the members whose role it concerns, each in the language they chose or that of the account', async () => {
    const accountId = await newAccount();
    await cloud.db.sql.updateTable('accounts').set({ language: 'fr' }).where('id', '=', accountId).execute();
    const person = (role: 'owner' | 'billing' | 'developer' | 'viewer', language?: 'en') =>
      addPerson(cloud.ctx, { accountId, role, ...(language && { language }) });
    const [boss, purse, maker] = [await person('owner'), await person('billing', 'en'), await person('developer')];
    await person('viewer');
    await tell(accountId);
    await work();
    assert.deepEqual(recipients(), [boss.email, purse.email, maker.email].toSorted());
    const subjects = Object.fromEntries(server.taken.map(({ to, headers }) => [to, headers['subject']]));
    assert.equal(subjects[boss.email], 'Mise en hibernation de trainer-1\u00A0: crédit épuisé');
    assert.equal(subjects[purse.email], 'trainer-1 is being hibernated: no credit left');
    assert.ok(server.taken.every(({ text, html }) => text.includes(`${SITE}/console/billing`) && html.includes(`${SITE}/console/billing`)));
  });

  test('every operator, or the one person it names', async () => {
    const accountId = await newAccount();
    const [one, two] = [await addOperator(cloud.ctx), await addOperator(cloud.ctx)];
    const data = { ticketId: 'tkt_1', subject: 'Help', accountName: 'Acme', excerpt: 'Please' };
    await cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, { accountId, kind: 'ticket_opened', serverId: null, data }));
    await invite('guest@example.com');
    await work();
    assert.deepEqual(recipients(), ['guest@example.com', one.email, two.email].toSorted());
    assert.match(server.taken.find(({ to }) => to === 'guest@example.com')?.text ?? '', /reset-password#T0ken/);
  });

  test('nobody, when an account has no members; the notice is not looked at again', async () => {
    await tell(await newAccount());
    assert.equal(await addressNotices(cloud.ctx), 1);
    assert.equal(await addressNotices(cloud.ctx), 0);
  });

  test('of a kind that only a newer version knows is left to its worker, and holds up no other', async () => {
    const [later, now] = [await owner(), await owner()];
    await tell(later.accountId);
    const ofLater = cloud.db.sql.updateTable('notices').where('accountId', '=', later.accountId);
    await ofLater.set({ kind: 'of_a_newer_version' }).execute();
    await tell(now.accountId);
    await work();
    assert.deepEqual(recipients(), [now.email]);
    assert.equal(await addressNotices(cloud.ctx), 0);
    await ofLater.set({ kind: 'credit_exhausted' }).execute();
    await addressNotices(cloud.ctx);
    // Addressed by a newer worker, and due.
    await cloud.db.sql.updateTable('mailDeliveries').set({ kind: 'of_a_newer_version' }).where('accountId', '=', later.accountId).execute();
    await work();
    assert.deepEqual(recipients(), [now.email]);
    await cloud.db.sql.updateTable('mailDeliveries').set({ kind: 'credit_exhausted' }).where('accountId', '=', later.accountId).execute();
    await work();
    assert.deepEqual(recipients(), [now.email, later.email].toSorted());
  });

  test('once, by its natural key, however often it is recorded', async () => {
    const { accountId, email } = await owner();
    const data = { keyId: 'key_1', name: 'ci', prefix: 'gpu_', expiresAt: cloud.clock.now().toISOString() };
    const record = () =>
      cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, { accountId, kind: 'key_expiring', serverId: null, data, key: 'once' }));
    assert.deepEqual([await record(), await record()], [true, false]);
    await work();
    assert.deepEqual(recipients(), [email]);
  });

  test('once, when two workers make notices out and deliver at the same moment', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => owner()));
    for (const { accountId } of people) await tell(accountId);
    await Promise.all([work(), work(), work()]);
    await work();
    assert.deepEqual(recipients(), people.map(({ email }) => email).toSorted());
  });
});

describe('a mail that is not taken', () => {
  test('is tried again after a growing pause, until it is taken', async () => {
    const { accountId, email } = await owner();
    server.refuseRecipient = () => ({ code: 451, text: 'come back later' });
    await tell(accountId);
    await work();
    for (let attempts = 1; attempts <= 3; attempts += 1) {
      const { status, lastError, nextTryAt, ...mail } = await mailTo(email);
      assert.deepEqual([status, mail.attempts], ['waiting', attempts]);
      assert.match(lastError ?? '', /451 come back later/);
      const pause = pauseMs(attempts, () => 0);
      assert.deepEqual(nextTryAt, addMs(cloud.clock.wall(), pause));
      cloud.clock.advance(pause - 1);
      assert.equal(await work(), 0, 'not a moment too soon');
      cloud.clock.advance(1);
      if (attempts === 3) server.refuseRecipient = () => null;
      assert.equal(await work(), 1);
    }
    assert.partialDeepStrictEqual(await mailTo(email), { status: 'sent', attempts: 4, nextTryAt: null, sentAt: cloud.clock.now() });
    cloud.clock.advance(24 * HOUR_MS);
    assert.equal(await work(), 0);
    assert.equal(server.taken.length, 1);
  });

  test('is given up after so many tries, with the last reason kept and its token forgotten', async () => {
    const email = 'unlucky@example.com';
    server.refuseRecipient = (address) => (address === email ? { code: 450, text: 'greylisted' } : null);
    await invite(email);
    for (let n = 0; n < MAIL_ATTEMPTS; n += 1) {
      assert.equal(await work(), 1);
      cloud.clock.advance(5 * HOUR_MS);
    }
    assert.equal(await work(), 0);
    const mail = await mailTo(email);
    assert.partialDeepStrictEqual(mail, { status: 'given_up', attempts: MAIL_ATTEMPTS, secret: null, nextTryAt: null });
    assert.match(mail.lastError ?? '', /450 greylisted/);
    await assert.rejects(retryMail(cloud.ctx, { mailId: mail.id }), (error) => isAppError(error, 'INVALID_REQUEST'));
  });

  test('is given up at once when the refusal is for good, and does not hold up others', async () => {
    const [gone, there] = [await owner(), await owner()];
    server.refuseRecipient = (address) => (address === gone.email ? { code: 550, text: 'no such user' } : null);
    await tell(gone.accountId);
    await tell(there.accountId);
    await work();
    assert.partialDeepStrictEqual(await mailTo(gone.email), { status: 'given_up', attempts: 1 });
    assert.deepEqual(recipients(), [there.email]);

    server.refuseRecipient = () => null;
    await retryMail(cloud.ctx, { mailId: (await mailTo(gone.email)).id });
    await work();
    assert.partialDeepStrictEqual(await mailTo(gone.email), { status: 'sent', attempts: 1 });
    await assert.rejects(retryMail(cloud.ctx, { mailId: (await mailTo(gone.email)).id }), (error) => isAppError(error, 'INVALID_REQUEST'));
    await assert.rejects(retryMail(cloud.ctx, { mailId: 'mail_none' }), (error) => isAppError(error, 'NOT_FOUND'));
  });

  test('reaches nobody who may not read it any more when it is tried again', async () => {
    const accountId = await newAccount();
    const [boss, gone, viewer, stays] = [
      await addPerson(cloud.ctx, { accountId, role: 'owner' }),
      await addPerson(cloud.ctx, { accountId, role: 'billing' }),
      await addPerson(cloud.ctx, { accountId, role: 'developer' }),
      await addPerson(cloud.ctx, { accountId, role: 'developer' }),
    ];
    server.refuseRecipient = (address) => (address === boss.email ? null : { code: 451, text: 'not now' });
    await tell(accountId);
    await work();
    await removeMember(boss.ctx, { userId: gone.id });
    await changeMemberRole(boss.ctx, { userId: viewer.id, role: 'viewer' });
    server.refuseRecipient = () => null;
    cloud.clock.advance(5 * MINUTE_MS);
    await work();
    const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind, status }) => `${kind} ${status}`);
    assert.deepEqual(await kindsTo(stays.email), ['credit_exhausted sent']);
    // What nobody may read is no failure, either; what they are told of themselves is theirs.
    for (const { email } of [gone, viewer]) assert.deepEqual(await kindsTo(email), ['access_changed sent']);
  });

  test('given up, is not tried again for somebody who has left, or operates no more', async () => {
    const [operator, { accountId, ...boss }] = [await addOperator(cloud.ctx), await owner()];
    const left = await addPerson(cloud.ctx, { accountId, role: 'owner' });
    server.refuseRecipient = (address) => (address === boss.email ? null : { code: 550, text: 'no such user' });
    await tell(accountId);
    const data = { ticketId: 'tic_1', subject: 'Help', accountName: 'Acme', excerpt: 'A secret of theirs' };
    await cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, { accountId, kind: 'ticket_opened', serverId: null, data }));
    await work();
    await removeMember(boss.ctx, { userId: left.id });
    await setRoleByEmail(cloud.ctx, { email: operator.email, role: null });
    server.refuseRecipient = () => null;
    for (const { email } of [left, operator]) {
      const { id } = await mailTo(email);
      await assert.rejects(retryMail(cloud.ctx, { mailId: id }), (error) => isAppError(error, 'INVALID_REQUEST'), email);
    }
    // Mail about themselves is theirs.
    await work();
    assert.ok(recipients().includes(operator.email));
  });

  test('that this version cannot write waits for one that can, and does not hold up others', async () => {
    const [bad, good] = [await owner(), await owner()];
    await tell(bad.accountId);
    const saved = await cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', bad.accountId).executeTakeFirstOrThrow();
    const write = (data: string) => cloud.db.sql.updateTable('notices').set({ data }).where('accountId', '=', bad.accountId).execute();
    await write('{}');
    await tell(good.accountId);
    await work();
    assert.deepEqual(recipients(), [good.email]);
    assert.partialDeepStrictEqual(await mailTo(bad.email), { status: 'waiting', lastError: 'It could not be written: see the log.' });

    await write(JSON.stringify(saved.data));
    cloud.clock.advance(HOUR_MS);
    await work();
    assert.partialDeepStrictEqual(await mailTo(bad.email), { status: 'sent' });
  });
});

describe('a worker that dies', () => {
  /** Sends mail like the real one, and then never returns: its process is gone. */
  const dying = (reached: () => void): Mailer => ({
    ...mailer,
    send: async (mail) => {
      await mailer.send(mail);
      reached();
      return new Promise(() => undefined);
    },
  });
  const dieAfterSending = () =>
    new Promise<void>((resolve) => {
      void work(dying(resolve));
    });

  test('between sending and marking leaves a mail that is sent again when its lease has run out, by the same Message-ID', async () => {
    const { accountId, email } = await owner();
    await tell(accountId);
    await dieAfterSending();
    assert.partialDeepStrictEqual(await mailTo(email), { status: 'waiting', attempts: 1 });
    cloud.clock.advance(MAIL_LEASE_MS - 1);
    assert.equal(await work(), 0, 'it may still be alive');
    cloud.clock.advance(1);
    assert.equal(await work(), 1);
    assert.partialDeepStrictEqual(await mailTo(email), { status: 'sent', attempts: 2 });
    const ids = server.taken.map(({ headers }) => headers['message-id']);
    assert.equal(ids.length, 2);
    assert.equal(new Set(ids).size, 1);
    cloud.clock.advance(HOUR_MS);
    assert.equal(await work(), 0);
  });

  test('again and again does not send the same mail without an end', async () => {
    const { accountId, email } = await owner();
    await tell(accountId);
    for (let n = 0; n < MAIL_ATTEMPTS; n += 1) {
      await dieAfterSending();
      cloud.clock.advance(MAIL_LEASE_MS);
    }
    await work();
    assert.partialDeepStrictEqual(await mailTo(email), { status: 'given_up', lastError: 'No try came to an end.' });
    assert.equal(server.taken.length, MAIL_ATTEMPTS);
  });

  test('and comes back too late changes nothing of what another has done since', async () => {
    const { accountId, email } = await owner();
    await tell(accountId);
    const slow = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const late = work({
      ...mailer,
      send: async () => {
        started.resolve();
        await slow.promise;
        return { is: 'refused', permanent: true, reason: 'too late' };
      },
    });
    await started.promise;
    cloud.clock.advance(MAIL_LEASE_MS);
    await work();
    slow.resolve();
    await late;
    assert.partialDeepStrictEqual(await mailTo(email), { status: 'sent', lastError: null });
  });
});

test('a worker that stops begins no other mail, and one in a hurry breaks off what hangs, to be tried again', async () => {
  const { accountId, email } = await owner();
  await tell(accountId);
  await addressNotices(cloud.ctx);
  const post = { mailer, siteUrl: SITE };
  assert.equal(await deliverMail(cloud.ctx, post, { stop: AbortSignal.abort() }), 0);
  const hurry = new AbortController();
  server.onTaken = () => {
    hurry.abort();
    return new Promise(() => undefined);
  };
  assert.equal(await deliverMail(cloud.ctx, post, { hurry: hurry.signal }), 1);
  const mail = await mailTo(email);
  assert.partialDeepStrictEqual(mail, { status: 'waiting', attempts: 1 });
  assert.match(mail.lastError ?? '', /^EABORT/);
});

test('a token is forgotten by the notice when the mail is made out, and by the mail when it is sent; operators never see it', async () => {
  const email = 'reset@example.com';
  await invite(email);
  await addressNotices(cloud.ctx);
  const { id } = await mailTo(email);
  assert.equal((await mailTo(email)).secret, 'T0ken');
  assert.ok(!JSON.stringify([await getMail(cloud.ctx, { mailId: id }), await listMail(cloud.ctx)]).includes('T0ken'));
  await deliverMail(cloud.ctx, { mailer, siteUrl: SITE });
  const { rows } = await cloud.db.pool.query(
    `select 1 from mail_deliveries where secret is not null union all select 1 from notices where secret is not null`,
  );
  assert.deepEqual(rows, []);
});

test('the pauses grow from a minute to four hours, and all tries together take about a day', () => {
  const pauses = Array.from({ length: MAIL_ATTEMPTS - 1 }, (_, n) => pauseMs(n + 1, () => 0));
  assert.equal(pauses[0], MINUTE_MS);
  assert.equal(pauses.at(-1), 4 * HOUR_MS);
  const hours = pauses.reduce((sum, ms) => sum + ms, 0) / HOUR_MS;
  assert.ok(hours > 20 && hours < 30, `${hours} h`);
  assert.ok(pauseMs(1, (below) => below - 1) < 1.25 * MINUTE_MS);
});
