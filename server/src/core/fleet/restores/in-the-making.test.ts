import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { takeCopy } from '../../testing/older-copy.ts';
import { closeSound, look } from '../adoption/testing/rented-cloud.ts';
import { markRestored } from './mark-restored.ts';

const { signal } = new AbortController();

describe('a server that the restored copy shows in the making', () => {
  let cloud: Cloud;
  let customer: Customer;
  let id: string;
  let before: bigint;
  let comeBack: () => Promise<void>;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [4] } });
    customer = await cloud.customer('500');
    before = await customer.balance();
    id = await customer.deploy();
    const copiedAt = cloud.clock.now();
    const copy = await takeCopy(cloud.db);
    await cloud.settle();
    await cloud.engine.writeDisk(id, 'theirs');
    comeBack = async () => {
      // Long after it should have started, according to the copy.
      cloud.clock.advance(40 * MINUTE_MS);
      await copy.restore();
      await markRestored(cloud.ctx, { at: copiedAt });
      await look(cloud);
      await cloud.settle({ repeatEachStep: 2 });
      await look(cloud);
    };
  });
  afterEach(() => closeSound(cloud));

  for (const [what, action] of [
    ['stopped', 'stop'],
    ['hibernated', 'hibernate'],
  ] as const) {
    test(`and that its customer has ${what} since is up again, with its data`, async () => {
      await customer.act(id, action);
      await cloud.settle();
      await comeBack();
      assert.equal((await cloud.server(id)).status, 'ACTIVE');
      assert.equal(await cloud.engine.readDisk(id), 'theirs');
    });
  }

  test('and whose machine does not come up any more is in ERROR with its data, costs nothing, and can be started again', async () => {
    await customer.act(id, 'stop');
    await cloud.settle();
    await cloud.engine.faults.bootFails({ serverId: id });
    await comeBack();
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.equal(await cloud.engine.readDisk(id), 'theirs');
    assert.equal(await customer.balance(), before);
    await cloud.runSchedules(['orphans', 'orphans']);
    await cloud.engine.faults.clear();
    await customer.act(id, 'reboot');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.equal(await cloud.engine.readDisk(id), 'theirs');
  });

  test('and whose host does not answer keeps its machine, and recovers with the host', async () => {
    await cloud.engine.faults.hostLost('h100-sxm-0');
    await comeBack();
    cloud.clock.advance(40 * MINUTE_MS);
    await cloud.settle();
    await cloud.engine.faults.hostBack('h100-sxm-0');
    await cloud.pass(3 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.equal(await cloud.engine.readDisk(id), 'theirs');
  });

  test('reboots when it is asked to, although it was rebooted since', async () => {
    await customer.act(id, 'reboot');
    await cloud.settle();
    await comeBack();
    const before = (await cloud.engine.inspect?.(id, signal))?.bootedAt;
    await customer.act(id, 'reboot');
    await cloud.settle();
    assert.notDeepEqual((await cloud.engine.inspect?.(id, signal))?.bootedAt, before);
  });

  test('and of which no machine can be made ends as any other: refunded, and its GPU is free', async () => {
    await customer.remove(id);
    await cloud.settle();
    await cloud.engine.faults.callsFail({ serverId: id, call: 'ensureRunning' });
    await comeBack();
    const { status, firstActiveAt, goal } = await cloud.server(id);
    assert.deepEqual([status, firstActiveAt, goal], ['ERROR', null, 'gone']);
    assert.equal(await customer.balance(), before);
    assert.equal(await cloud.gpusTaken(), 0);
  });
});
