import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addPerson } from '../../core/testing/people.ts';
import { idIn, jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('an account that the operator opened gets its first owner by invitation, whose token nobody is shown', async () => {
  const accountId = idIn(await cloud.attempt('account', 'create', 'Acme'), 'acc');
  assert.equal((await cloud.attempt('member', 'list', accountId)).out, 'The account has no members.\n');
  const invited = await cloud.run('member', 'invite', accountId, 'Boss@Example.com', 'owner');
  assert.match(invited.out, new RegExp(`^Asked boss@example\\.com to join ${accountId} as owner, by mail; the link works until `));
  assert.match((await cloud.run('member', 'list', accountId)).out, /\n\nInvited\nID .*\nivt_\w+ +boss@example\.com +owner +– +/);
  const { secret, data } = await cloud.db.sql
    .selectFrom('notices')
    .select(['secret', 'data'])
    .where('toEmail', '=', 'boss@example.com')
    .executeTakeFirstOrThrow();
  assert.partialDeepStrictEqual(data, { accountName: 'Acme', invitedBy: 'Boreal', role: 'owner' });
  assert.ok(secret && !`${invited.out}${(await cloud.attempt('member', 'list', accountId, '--json')).out}`.includes(secret));
});

test('members are listed, given another role and removed; the last owner stays', async () => {
  const { ctx } = await cloud.customer('0');
  const { accountId } = ctx;
  const owner = await addPerson(cloud.ctx, { accountId, role: 'owner', name: 'Olga' });
  const maker = await addPerson(cloud.ctx, { accountId, role: 'developer', name: 'Denis' });
  const listed = await cloud.attempt('member', 'list', accountId);
  assert.match(listed.out, new RegExp(`^ID +NAME +E-MAIL +ROLE +SINCE\n${owner.id} +Olga +${owner.email} +owner .*\n${maker.id} +Denis `));
  assert.equal(
    (await cloud.attempt('member', 'set-role', accountId, maker.id, 'viewer')).out,
    `${maker.id} is viewer of ${accountId} now.\n`,
  );
  assert.match((await cloud.attempt('member', 'remove', accountId, owner.id)).err, /^An account always has an owner\./);
  assert.equal((await cloud.attempt('member', 'remove', accountId, maker.id)).code, 0);
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('member', 'list', accountId, '--json')), { members: [{ userId: owner.id }] });
  assert.match((await cloud.attempt('member', 'remove', accountId, maker.id)).err, /^There is no such member\. .*member list ACCOUNT\n/);
  assert.match((await cloud.attempt('member', 'list', 'acc_none')).err, /^There is no such account\./);
  assert.equal((await cloud.attempt('member', 'invite', accountId, 'nobody', 'owner')).code, 2);
  assert.equal((await cloud.attempt('member', 'set-role', accountId, owner.id, 'king')).code, 2);
});
