import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addressNotices } from '../../core/ground/mail/address-notices.ts';
import { deliverMail } from '../../core/ground/mail/deliver-mail.ts';
import { recordNotice } from '../../core/ground/notices/record-notice.ts';
import { addPerson } from '../../core/testing/people.ts';
import type { Handover, Mailer } from '../../mail/mailer.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

const mailer = (handover: Handover): Mailer => ({ name: 'folder', send: async () => handover, close: async () => undefined });
const deliver = (handover: Handover) => deliverMail(cloud.ctx, { mailer: mailer(handover), siteUrl: 'https://gpu.example.com' });

async function mailTo(accountId: string): Promise<string> {
  const data = { serverName: 'trainer-1' };
  await cloud.ctx.transact((tx) => recordNotice(tx, cloud.ctx, { accountId, kind: 'budget_reached', serverId: null, data }));
  await addressNotices(cloud.ctx);
  const query = cloud.db.sql.selectFrom('mailDeliveries').select('id').where('accountId', '=', accountId).orderBy('id', 'desc');
  return (await query.executeTakeFirstOrThrow()).id;
}

test('a mail that was given up is found with its reason, and tried again when asked', async () => {
  const { ctx } = await cloud.customer('0');
  const { email } = await addPerson(cloud.ctx, { accountId: ctx.accountId, role: 'owner' });
  const id = await mailTo(ctx.accountId);
  await deliver({ is: 'refused', permanent: true, reason: '550 no such user' });
  const listed = await cloud.run('mail', 'list', '--status', 'given_up');
  assert.match(listed.out, /^ID +CREATED +KIND +TO +STATUS +TRIES +LAST REFUSAL\n/);
  assert.match(listed.out, new RegExp(`${id} .* budget_reached +${email} +given up +1 +550 no such user\n`));
  assert.match((await cloud.attempt('mail', 'show', id)).out, /\nTells +\{"serverName":"trainer-1"\}\nStatus +given up\n/);

  const retried = await cloud.run('mail', 'retry', id);
  assert.equal(retried.out, `The mail to ${email} is tried again at once: ${id}\n`);
  // The command's real time is hours after the test's.
  await cloud.db.sql.updateTable('mailDeliveries').set({ nextTryAt: cloud.clock.wall() }).where('id', '=', id).execute();
  assert.equal(await deliver({ is: 'sent' }), 1);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('mail', 'show', id, '--json')), { id, status: 'sent', attempts: 1 });
  assert.equal((await cloud.attempt('mail', 'retry', id)).err, 'This email was sent and cannot be sent again.\n');
});

test('a mail that does not exist is said so', async () => {
  for (const verb of ['show', 'retry'])
    assert.match((await cloud.attempt('mail', verb, 'mail_none')).err, /^There is no such mail\. .*mail list\n/);
});
