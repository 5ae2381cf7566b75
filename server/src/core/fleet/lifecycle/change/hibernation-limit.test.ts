import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isAppError } from '../../../../kit/errors.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { readHibernatedGb } from '../../servers/hibernated-gb.store.ts';
import { limitHibernation } from '../../servers/limit-hibernation.ts';
import { hibernateUnpaidServer } from './hibernate-server.ts';

const cloud = await startCloud({ hosts: { l4: [8] } });
after(() => cloud.close());

// An l4-x1 has disks of 100 and 250 GB.
const customer = await cloud.customer('1000');
const { accountId } = customer.ctx;
const limit = (gb: number | null | 'house', of: string | null = null) => limitHibernation(cloud.ctx, { accountId: of, gb });
const refused = { limitGb: 700, keptGb: 700, neededGb: 350 };
const isRefused = (error: unknown) => {
  if (!isAppError(error, 'HIBERNATION_LIMIT')) return false;
  assert.deepEqual(error.details, refused);
  return true;
};

test('an account hibernates as many gigabytes as the house allows, however many of its servers ask at once', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => customer.deploy('l4-x1')));
  await cloud.settle();
  await limit(700);
  const asked = await Promise.allSettled(ids.map((id) => customer.act(id, 'hibernate')));
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 2);
  for (const one of asked) if (one.status === 'rejected') assert.ok(isRefused(one.reason));
  await cloud.settle();
  assert.deepEqual(await readHibernatedGb(cloud.db.sql, accountId), { usedGb: 700, limitGb: 700, isOwn: false });
  const runs = ids[asked.findIndex(({ status }) => status === 'rejected')] ?? '';
  assert.equal((await cloud.server(runs)).status, 'ACTIVE');

  // Another account has its own gigabytes.
  const neighbour = await cloud.customer('10');
  const other = await neighbour.deploy('l4-x1');
  await cloud.settle();
  await neighbour.act(other, 'hibernate');

  // An unpaid server is hibernated whatever the limit: no data is lost.
  await cloud.ctx.transact((tx) => hibernateUnpaidServer(tx, cloud.ctx, { serverId: runs, reason: 'CREDIT_EXHAUSTED' }));
  await cloud.settle();
  assert.equal((await cloud.server(runs)).status, 'HIBERNATED');
});

test('an account may have a limit of its own, or none, and lose it again; what wakes or goes leaves room', async () => {
  const id = await customer.deploy('l4-x1');
  await cloud.settle();
  await limit(null, accountId);
  await customer.act(id, 'hibernate');
  await cloud.settle();
  await customer.act(id, 'hibernate-restore');
  await cloud.settle();
  await limit(10_000, accountId);
  await customer.act(id, 'hibernate');
  await cloud.settle();
  await customer.act(id, 'hibernate-restore');
  await cloud.settle();
  await limit('house', accountId);
  await assert.rejects(customer.act(id, 'hibernate'), (error) => isAppError(error, 'HIBERNATION_LIMIT'));
  const asleep = await cloud.db.sql
    .selectFrom('servers')
    .select('id')
    .where('accountId', '=', accountId)
    .where('status', '=', 'HIBERNATED')
    .execute();
  for (const server of asleep.slice(0, 2)) await customer.remove(server.id);
  await customer.act(id, 'hibernate');
  await limit(null);
  await assert.rejects(limit(1, 'acc_none'), (error) => isAppError(error, 'NOT_FOUND'));
});
