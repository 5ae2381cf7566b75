import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, DAY_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import type { Handover, Mailer } from '../../../mail/mailer.ts';
import { recordNotice } from '../notices/record-notice.ts';
import { startCloud } from '../../testing/cloud.ts';
import { addPerson } from '../../testing/people.ts';
import { addressNotices } from './address-notices.ts';
import { deliverMail } from './deliver-mail.ts';
import { forgetOldMail } from './forget-old-mail.ts';
import { getMail } from './list-mail.ts';
import { MAIL_CONTENT_KEPT_MS, MAIL_RECORD_KEPT_MS } from './mail.rules.ts';
import { retryMail } from './retry-mail.ts';

const cloud = await startCloud();
after(() => cloud.close());

const mailer = (handover: Handover): Mailer => ({ name: 'smtp', send: async () => handover, close: async () => undefined });
const sent = mailer({ is: 'sent' });
const refused = mailer({ is: 'refused', permanent: true, reason: '550 no such user' });
const laterRefused = mailer({ is: 'refused', permanent: false, reason: '450 come back later' });

/** A mail that this mailer has attempted once. Returns its id. */
async function mailBy(by: Mailer): Promise<string> {
  const { ctx } = await cloud.customer('0');
  const { accountId } = ctx;
  await addPerson(cloud.ctx, { accountId, role: 'owner' });
  const notice = { accountId, kind: 'low_credit', serverId: null, data: { hours: 6, balanceCad: 1 } } as const;
  await cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, notice));
  await addressNotices(cloud.ctx);
  await deliverMail(cloud.ctx, { mailer: by, siteUrl: 'https://gpu.example.com' });
  const mail = await cloud.db.sql.selectFrom('mailDeliveries').select('id').where('accountId', '=', accountId).executeTakeFirstOrThrow();
  return mail.id;
}

const forget = () => forgetOldMail(cloud.ctx, sent);
const tells = async (mailId: string) => (await getMail(cloud.ctx, { mailId })).data;

test('what a mail said is forgotten in time, that it was sent or given up later, and what waits never', async () => {
  const begun = cloud.clock.now();
  const mails = { sent: await mailBy(sent), givenUp: await mailBy(refused), waiting: await mailBy(laterRefused) };
  const all = Object.values(mails);

  cloud.clock.moveTo(addMs(begun, MAIL_CONTENT_KEPT_MS - MINUTE_MS));
  await forget();
  for (const mailId of all) assert.deepEqual(await tells(mailId), { hours: 6, balanceCad: 1 });

  cloud.clock.moveTo(addMs(begun, MAIL_CONTENT_KEPT_MS + DAY_MS));
  await forget();
  await forget();
  assert.deepEqual(await Promise.all(all.map(tells)), [{}, {}, { hours: 6, balanceCad: 1 }]);
  assert.partialDeepStrictEqual(await getMail(cloud.ctx, { mailId: mails.sent }), { status: 'sent', kind: 'low_credit', sentAt: begun });
  assert.partialDeepStrictEqual(await getMail(cloud.ctx, { mailId: mails.givenUp }), { status: 'given_up', lastError: '550 no such user' });
  await assert.rejects(retryMail(cloud.ctx, { mailId: mails.givenUp }), (error) => isAppError(error, 'INVALID_REQUEST'));

  cloud.clock.moveTo(addMs(begun, MAIL_RECORD_KEPT_MS + DAY_MS));
  await forget();
  for (const mailId of [mails.sent, mails.givenUp]) {
    await assert.rejects(getMail(cloud.ctx, { mailId }), (error) => isAppError(error, 'NOT_FOUND'));
  }
  assert.deepEqual(await tells(mails.waiting), { hours: 6, balanceCad: 1 });
});

test('a notice that reached nobody is forgotten like the others, and one that is not made out yet is not', async () => {
  const { ctx } = await cloud.customer('0');
  const { accountId } = ctx;
  const record = () =>
    cloud.ctx.transact((tx) =>
      recordNotice(tx, cloud.ctx, { accountId, kind: 'low_credit', serverId: null, data: { hours: 1, balanceCad: 2 } }),
    );
  const notices = () => cloud.db.sql.selectFrom('notices').select('data').where('accountId', '=', accountId).orderBy('id').execute();
  await record();
  await addressNotices(cloud.ctx);
  await record();
  cloud.clock.advance(MAIL_CONTENT_KEPT_MS + DAY_MS);
  await forget();
  assert.deepEqual(
    (await notices()).map(({ data }) => data),
    [{}, { hours: 1, balanceCad: 2 }],
  );
  cloud.clock.advance(MAIL_RECORD_KEPT_MS);
  await forget();
  assert.equal((await notices()).length, 1);
});
