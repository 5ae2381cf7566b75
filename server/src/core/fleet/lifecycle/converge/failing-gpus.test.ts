import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MINUTE_MS } from '../../../../kit/clock.ts';
import { soldOut } from '../../../testing/refusals.ts';
import { assertBooks, payingCustomer } from '../../../testing/paying-customer.ts';
import { order, orderSteps } from '../../../testing/order-steps.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { listGpus } from '../../capacity/gpus/list-gpus.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { quarantineGpu, releaseGpu } from '../../capacity/gpus/set-gpu-aside.ts';
import { listServerEvents } from '../../servers/views/list-server-events.ts';
import { convergeServer } from './converge-server.ts';
import { machineSpec } from './machine-spec.ts';

const CAD = 1_000_000n;
const HOUR_CAD = 3_990_000n;
const signal = new AbortController().signal;

describe('GPUs on which machines fail', () => {
  let cloud: Cloud;
  let customer: Customer;
  let opened: Cloud[] = [];
  async function open(...gpus: number[]) {
    cloud = await startCloud({ hosts: { 'h100-sxm': gpus } });
    opened.push(cloud);
    customer = await cloud.customer('100');
  }
  beforeEach(() => open(3));
  afterEach(async () => {
    try {
      await checkGpus(cloud);
      await assertBooks(cloud);
    } finally {
      for (const one of opened) await one.close();
      opened = [];
    }
  });
  const die = (slot: number, hostName = 'h100-sxm-0') => cloud.engine.faults.gpuDies({ hostName, slot });
  const place = async (serverId: string) => {
    const gpu = (await listGpus(cloud.db.sql)).find((one) => one.serverId === serverId);
    return gpu && `${gpu.hostName}/${gpu.slot}`;
  };
  const aside = async () =>
    Object.fromEntries((await listGpus(cloud.db.sql, { setAside: true })).map((gpu) => [`${gpu.hostName}/${gpu.slot}`, gpu.reason]));
  const status = async (serverId: string) => (await cloud.server(serverId)).status;
  const eventsOf = async (serverId: string) =>
    (await listServerEvents(customer.ctx, { serverId, locale: 'en' })).items.map(({ type }) => type);

  for (const repeatEachStep of [1, 2]) {
    test(`a dead GPU fails for one buyer only, who gets another for the same hour (each step ${repeatEachStep}x)`, async () => {
      await die(0);
      const first = await customer.deploy();
      await cloud.settle({ repeatEachStep });
      assert.deepEqual([await status(first), await place(first)], ['ACTIVE', 'h100-sxm-0/1']);
      assert.deepEqual(await aside(), { 'h100-sxm-0/0': { type: 'machine_failed', serverId: first, cause: 'gpu' } });
      assert.equal(await customer.balance(), 100n * CAD - HOUR_CAD);
      assert.equal((await eventsOf(first)).filter((type) => type === 'server.placed_again').length, 1);
      assert.equal(await cloud.gpusTaken(), 1);

      const second = await customer.deploy();
      await cloud.settle({ repeatEachStep });
      assert.deepEqual([await status(second), await place(second)], ['ACTIVE', 'h100-sxm-0/2']);
      assert.ok(!(await eventsOf(second)).includes('server.placed_again'));
      await assert.rejects(customer.deploy(), soldOut);
    });
  }

  test('where no GPU is left that works, the order ends in ERROR with a full refund, and nothing is in stock', async () => {
    await open(2);
    for (const slot of [0, 1]) await die(slot);
    const id = await customer.deploy();
    await cloud.settle();
    assert.deepEqual([await status(id), await customer.balance(), Object.keys(await aside()).length], ['ERROR', 100n * CAD, 2]);
    await assert.rejects(customer.deploy(), soldOut);
    await cloud.engine.faults.clear();
    await releaseGpu(cloud.ctx, { hostId: (await listHosts(cloud.db.sql))[0]?.id ?? '', slot: 1 });
    const next = await customer.deploy();
    await cloud.settle();
    assert.deepEqual([await status(next), await place(next)], ['ACTIVE', 'h100-sxm-0/1']);
  });

  test('the third that fails on a host within an hour is the host’s doing: it goes offline, and the others stay ok', async () => {
    await open(4, 8);
    for (const slot of [0, 1, 2, 3]) await die(slot);
    const id = await customer.deploy();
    await cloud.settle();
    assert.deepEqual([await status(id), await place(id)], ['ACTIVE', 'h100-sxm-1/0']);
    assert.deepEqual(Object.keys(await aside()), ['h100-sxm-0/0', 'h100-sxm-0/1']);
    assert.deepEqual(
      (await listHosts(cloud.db.sql)).map(({ state }) => state),
      ['offline', 'accepting'],
    );
    assert.equal(await customer.balance(), 100n * CAD - HOUR_CAD);
  });

  test('a machine that fails for no clear reason goes to another host, and its GPUs stay aside once it runs there', async () => {
    await open(2, 4);
    await cloud.engine.faults.bootFails({ times: 1 });
    const id = await customer.deploy();
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual([await status(id), await place(id)], ['ACTIVE', 'h100-sxm-1/0']);
    assert.deepEqual(await aside(), { 'h100-sxm-0/0': { type: 'machine_failed', serverId: id, cause: 'unknown' } });
  });

  test('an image from which no machine starts sets no GPU aside and no host offline', async () => {
    await open(2, 4);
    await cloud.engine.faults.bootFails({});
    for (let buyer = 0; buyer < 4; buyer += 1) {
      const id = await customer.deploy();
      await cloud.settle();
      assert.equal(await status(id), 'ERROR');
    }
    assert.deepEqual([await aside(), await customer.balance()], [{}, 100n * CAD]);
    assert.deepEqual(
      (await listHosts(cloud.db.sql)).map(({ state, free }) => [state, free]),
      [
        ['accepting', 2],
        ['accepting', 4],
      ],
    );
  });

  test('an image from which no machine starts takes no host offline where nothing else is free to tell', async () => {
    const running = [await customer.deploy(), await customer.deploy(), await customer.deploy()];
    await cloud.settle();
    for (const one of running) {
      await customer.remove(one);
      await cloud.settle();
      await cloud.engine.faults.bootFails({});
      const id = await customer.deploy();
      await cloud.settle();
      assert.equal(await status(id), 'ERROR');
    }
    assert.equal((await listHosts(cloud.db.sql))[0]?.state, 'accepting');
  });

  test('a host on which one machine after another fails, and none does elsewhere, goes offline', async () => {
    await open(3, 8);
    for (const expected of ['accepting', 'accepting', 'offline']) {
      await cloud.engine.faults.bootFails({ times: 1 });
      const id = await customer.deploy();
      await cloud.settle();
      assert.deepEqual([await status(id), (await place(id))?.startsWith('h100-sxm-1/')], ['ACTIVE', true]);
      assert.equal((await listHosts(cloud.db.sql))[0]?.state, expected);
    }
    assert.equal(Object.keys(await aside()).length, 2);
  });

  test('a customer who breaks the disk of a server sets no GPU aside, however often it fails to start', async () => {
    const id = await customer.deploy();
    await cloud.settle();
    await cloud.engine.faults.bootFails({ serverId: id });
    for (const action of ['stop', 'start', 'reboot', 'reboot'] as const) {
      await customer.act(id, action);
      await cloud.settle();
    }
    assert.deepEqual([await status(id), await aside()], ['ERROR', {}]);
  });

  test('a restore on a dead GPU goes to another one, for the hour that was charged once', async () => {
    await open(2, 2);
    const id = await customer.deploy();
    await cloud.settle();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await die(0);
    await die(1);
    const before = await customer.balance();
    await customer.act(id, 'hibernate-restore');
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual([await status(id), await place(id)], ['ACTIVE', 'h100-sxm-1/0']);
    assert.equal(await customer.balance(), before);
    assert.equal((await cloud.engine.observe(id, signal)).hostName, 'h100-sxm-1');
  });

  test('a server that reboots on a dead GPU keeps it, and nobody gets it afterwards', async () => {
    const id = await customer.deploy();
    await cloud.settle();
    await die(0);
    await customer.act(id, 'reboot');
    await cloud.settle();
    assert.deepEqual([await status(id), await place(id)], ['ERROR', 'h100-sxm-0/0']);
    assert.deepEqual(Object.keys(await aside()), ['h100-sxm-0/0']);
    await customer.remove(id);
    await cloud.settle();
    assert.equal(await place(await customer.deploy()), 'h100-sxm-0/1');
  });

  test('a GPU that is quarantined while a server is deployed on it goes to nobody else, and the server to another if it fails', async () => {
    const [host] = await listHosts(cloud.db.sql);
    await die(0);
    const id = await customer.deploy();
    await convergeServer(cloud.ctx, cloud.engines, id);
    const reason = { type: 'by_hand', note: 'Hot' } as const;
    await quarantineGpu(cloud.ctx, { hostId: host?.id ?? '', slot: 0, reason });
    cloud.clock.advance(1000);
    assert.equal(await place(await customer.deploy()), 'h100-sxm-0/1');
    await cloud.settle();
    assert.deepEqual([await status(id), await place(id), await aside()], ['ACTIVE', 'h100-sxm-0/2', { 'h100-sxm-0/0': reason }]);
  });

  test('a machine that a late call boots on the former host is switched off before it starts on the new one', async () => {
    await open(1, 2);
    await die(0);
    const id = await customer.deploy();
    const old = await machineSpec(cloud.ctx, await cloud.server(id));
    while ((await cloud.server(id)).attempts === 0) {
      await convergeServer(cloud.ctx, cloud.engines, id);
      cloud.clock.moveTo((await cloud.server(id)).convergeAt ?? cloud.clock.now());
    }
    await cloud.engine.faults.clear();
    assert.equal((await cloud.engine.ensureRunning(old, signal)).hostName, 'h100-sxm-0');
    cloud.clock.advance(MINUTE_MS);
    await checkGpus(cloud);
    await cloud.settle();
    assert.deepEqual([await status(id), await place(id)], ['ACTIVE', 'h100-sxm-1/0']);
    assert.equal((await cloud.engine.observe(id, signal)).hostName, 'h100-sxm-1');
  });

  describe('while a card is charged', () => {
    const { settle } = orderSteps(() => cloud);
    for (const room of [true, false]) {
      test(`a GPU held for the server that is set aside is ${room ? 'exchanged for another' : 'not launched on: the card is refunded'}`, async () => {
        await open(room ? 2 : 1);
        const payer = await payingCustomer(cloud);
        const begun = await order(payer);
        const [host] = await listHosts(cloud.db.sql);
        await quarantineGpu(cloud.ctx, { hostId: host?.id ?? '', slot: 0, reason: { type: 'xid', code: 79 } });
        cloud.clock.advance(1000);
        await settle(begun);
        for (let time = 0; time < 2; time += 1) await cloud.tendMoney();
        await cloud.settle();
        const expected = room ? ['ACTIVE', 'h100-sxm-0/1'] : ['DELETED', undefined];
        assert.deepEqual([await status(begun.serverId), await place(begun.serverId)], expected);
      });
    }
  });
});
