import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createWatch } from '../../core/fleet/lifecycle/watch/create-watch.ts';
import { HOUR_MS } from '../../kit/clock.ts';
import { startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
after(() => cloud.close());
const { signal } = new AbortController();

test('what a restored database does not know is shown and never removed by itself, however long it lasts', async () => {
  assert.equal(await cloud.done('orphan', 'list'), 'Everything on the engine is known.\n');
  const customer = await cloud.customer('100');
  const known = await customer.deploy();
  await cloud.settle();
  await cloud.engine.plantOrphan('srv_sold_since', 'h100-sxm-0');
  await cloud.engine.plantBackup('bkp_made_since');
  await cloud.pass(2 * HOUR_MS);
  assert.equal((await cloud.engine.observe('srv_sold_since', signal)).power, 'running');
  assert.equal((await cloud.engine.observeBackup('bkp_made_since', signal)).state, 'ready');
  const list = await cloud.done('orphan', 'list');
  assert.match(list, /srv_sold_since +machine +running +h100-sxm-0/);
  assert.match(list, /bkp_made_since +backup +ready/);
  assert.doesNotMatch(list, new RegExp(known));
  assert.match(list, /Nothing removes them by itself, and nobody else is sold what they have\./);
  await createWatch(cloud.ctx, cloud.engine)();
});

test('an operator removes one by its id, and nothing that a row knows, also of a deleted server', async () => {
  const customer = await cloud.customer('100');
  const serverId = await customer.deploy();
  await cloud.settle();
  assert.match(await cloud.refused('orphan', 'remove', serverId), /is no orphan/);
  await customer.remove(serverId);
  await cloud.settle();
  assert.match(await cloud.refused('orphan', 'remove', serverId), /is no orphan/);
  assert.equal(
    await cloud.done('orphan', 'remove', 'srv_sold_since'),
    'The machine srv_sold_since is being removed, with all data on it.\n',
  );
  await cloud.done('orphan', 'remove', 'bkp_made_since');
  // The command's clock is hours ahead of the cloud's.
  cloud.clock.advance(6 * HOUR_MS);
  assert.equal((await cloud.engine.observe('srv_sold_since', signal)).power, 'absent');
  assert.equal((await cloud.engine.observeBackup('bkp_made_since', signal)).state, 'absent');
  assert.match(await cloud.done('audit', 'list'), /engine\.orphan_removed +srv_sold_since/);
});
