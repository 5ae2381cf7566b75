import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());

test('leftovers are listed with how to remove them, removed by name, and then gone', async () => {
  assert.equal(await cloud.done('leftover', 'list'), 'Nothing is left of servers that are gone.\n');
  const customer = await cloud.customer('100');
  const serverId = await customer.deploy();
  await cloud.settle();
  await customer.remove(serverId);
  await cloud.settle();
  await cloud.engine.plantLeftover({ kind: 'disk', name: 'left-work', serverId, hostName: 'h100-sxm-0' });
  await cloud.engine.plantLeftover({ kind: 'rules', name: 'foreign', serverId: 'srv_foreign', hostName: null });
  assert.match(await cloud.done('engine', 'check'), /2 things are left of servers that are gone/);
  const list = await cloud.done('leftover', 'list');
  assert.match(list, /disk\/left-work +srv_\w+ +deleted +h100-sxm-0/);
  assert.match(list, /rules\/foreign +srv_foreign +unknown/);
  assert.match(list, /To remove what is left of deleted servers: npm run operator -- leftover remove disk\/left-work\n/);
  assert.match(await cloud.refused('leftover', 'remove', 'rules/foreign'), /may be another Boreal's/);
  assert.match(await cloud.refused('leftover', 'remove', 'rules/none'), /no leftover rules\/none/);
  assert.equal(await cloud.done('leftover', 'remove', 'disk/left-work'), 'Removed 1 leftover.\n');
  assert.partialDeepStrictEqual(jsonOf(await cloud.attempt('leftover', 'list', '--json')), { items: [{ leftover: 'rules/foreign' }] });
});
