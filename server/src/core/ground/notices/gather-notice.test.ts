import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { addressNotices } from '../mail/address-notices.ts';
import { startCloud } from '../../testing/cloud.ts';
import { gatherNotice } from './gather-notice.ts';

const cloud = await startCloud({ hosts: { l4: [4] } });
after(() => cloud.close());

const noticesOf = (accountId: string) =>
  cloud.db.sql.selectFrom('notices').selectAll().where('accountId', '=', accountId).orderBy('id').execute();
const namesIn = (data: unknown) => {
  const { serverName, others = [] } = noticeShapes.credit_exhausted.parse(data);
  return [serverName, ...others.map((other) => other.serverName)];
};

/** As in the meter, the account is locked. */
const gather = (accountId: string, serverName: string) =>
  cloud.ctx.transact(async (tx) => {
    await lockAccount(tx, accountId);
    await gatherNotice(tx, cloud.ctx, { accountId, kind: 'credit_exhausted', serverId: `srv_${serverName}`, data: { serverName } });
  });

test('servers whose credit runs out in one round of the meter are told of in one notice', async () => {
  const customer = await cloud.customer('3.27');
  const names = ['one', 'two', 'three'];
  const ids = [];
  for (const name of names) ids.push(await customer.deploy('l4-x1', { name }));
  await cloud.settle();
  await cloud.pass(HOUR_MS + 60_000);
  const notices = (await noticesOf(customer.ctx.accountId)).filter(({ kind }) => kind === 'credit_exhausted');
  assert.deepEqual(
    notices.map(({ data, serverId }) => [namesIn(data).toSorted(), serverId]),
    [[names.toSorted(), null]],
  );
  for (const id of ids) await customer.remove(id);
  await cloud.settle();
});

test('what is made out already is not added to: the next begins another, and so do other accounts', async () => {
  const [one, other] = [(await cloud.customer('0')).ctx.accountId, (await cloud.customer('0')).ctx.accountId];
  await gather(one, 'a');
  await gather(one, 'b');
  await gather(other, 'x');
  await addressNotices(cloud.ctx);
  await gather(one, 'c');
  assert.deepEqual(
    (await noticesOf(one)).map(({ data }) => namesIn(data)),
    [['a', 'b'], ['c']],
  );
  assert.deepEqual(
    (await noticesOf(other)).map(({ data, serverId }) => [namesIn(data), serverId]),
    [[['x'], 'srv_x']],
  );
});

test('a notice tells of fifty at the most, and none is lost, also while they are made out', async () => {
  const { accountId } = (await cloud.customer('0')).ctx;
  const names = Array.from({ length: 60 }, (_, n) => `s${n}`);
  await Promise.all([...names.map((name) => gather(accountId, name)), addressNotices(cloud.ctx), addressNotices(cloud.ctx)]);
  const told = (await noticesOf(accountId)).map(({ data }) => namesIn(data));
  assert.deepEqual(told.flat().toSorted(), names.toSorted());
  assert.ok(told.every((list) => list.length <= 50));
});
