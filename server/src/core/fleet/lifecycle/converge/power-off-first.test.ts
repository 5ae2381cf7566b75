import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { averageSeconds } from '../../../testing/average-seconds.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { listServerEvents } from '../../servers/views/list-server-events.ts';

const HOURLY = 3_990_000n;
const { signal } = new AbortController();

describe('a machine that does not do as it is told', () => {
  let cloud: Cloud;
  let customer: Customer;
  beforeEach(async () => {
    cloud = await startCloud({ seconds: averageSeconds });
    customer = await cloud.customer('1000');
  });
  afterEach(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
      await checkGpus(cloud);
    } finally {
      await cloud.close();
    }
  });

  const power = async (id: string) => (await cloud.engine.observe(id, signal)).power;
  /** Time passes in one step, and the schedules run afterwards. */
  async function hop(ms: number): Promise<void> {
    cloud.clock.advance(ms);
    await cloud.pass(3 * SECOND_MS, SECOND_MS);
  }
  async function deployed(): Promise<string> {
    const id = await customer.deploy();
    await cloud.settle();
    return id;
  }

  for (const { action, ends } of [
    { action: 'stop', ends: 'STOPPED' },
    { action: 'reboot', ends: 'ACTIVE' },
    { action: 'hibernate', ends: 'HIBERNATED' },
  ] as const) {
    test(`a guest that never ends is made to within two minutes of the ${action}, and nothing is refunded`, async () => {
      const id = await deployed();
      const balance = await customer.balance();
      await cloud.engine.faults.guestNeverEnds({ serverId: id });
      await customer.act(id, action);
      await cloud.pass(2 * MINUTE_MS, 5 * SECOND_MS);
      const server = await cloud.server(id);
      assert.deepEqual([server.status, server.task], [ends, null]);
      assert.equal(await customer.balance(), balance);
    });
  }

  test('a reboot that does not come to an end is given up only when the machine is off: until then it is billed', async () => {
    const id = await deployed();
    await hop(55 * MINUTE_MS);
    await cloud.engine.faults.slow({ factor: 200 });
    await customer.act(id, 'reboot');
    await hop(SECOND_MS);
    await hop(11 * MINUTE_MS);
    // Its deadline has passed, and it still runs: neither ERROR nor a refund, and the next hour was charged.
    const under = await cloud.server(id);
    assert.deepEqual([under.status, under.givingUp, await power(id)], ['REBOOTING', 'DEADLINE_PASSED', 'stopping']);
    const balance = await customer.balance();
    assert.equal(balance, 1_000_000_000n - 2n * HOURLY);

    await hop(20 * MINUTE_MS);
    await cloud.settle({ repeatEachStep: 2 });
    const given = await cloud.server(id);
    assert.deepEqual([given.status, given.task, given.givingUp, given.goal], ['ERROR', null, null, 'running']);
    assert.equal(await power(id), 'stopped');
    const refund = (await customer.balance()) - balance;
    assert.ok(refund > 0n && refund < (HOURLY * 54n) / 60n, String(refund));
    const { items: events } = await listServerEvents(customer.ctx, { serverId: id, locale: 'en' });
    assert.match(events[0]?.message ?? '', /took too long.*refunded.*switched off.*Reboot it to try again/);

    // It stays so: once seen off, it does not count as a stopped server, and costs nothing.
    const after = await customer.balance();
    await hop(3 * HOUR_MS);
    assert.deepEqual([(await cloud.server(id)).status, await customer.balance()], ['ERROR', after]);
    await cloud.engine.faults.clear();
    await customer.act(id, 'reboot');
    await cloud.settle();
    assert.deepEqual([(await cloud.server(id)).status, await customer.balance()], ['ACTIVE', after - HOURLY]);
  });

  test('a machine that cannot be switched off is tried again and billed, and its owner may still delete it', async () => {
    const id = await deployed();
    await cloud.engine.faults.slow({ factor: 400 });
    await customer.act(id, 'reboot');
    await hop(SECOND_MS);
    await cloud.engine.faults.callsFail({ serverId: id, call: 'ensureStopped' });
    const balance = await customer.balance();
    for (let n = 0; n < 8; n += 1) await hop(15 * MINUTE_MS);
    const { status, givingUp, attempts } = await cloud.server(id);
    assert.deepEqual([status, givingUp, attempts > 2], ['REBOOTING', 'DEADLINE_PASSED', true]);
    assert.equal(await customer.balance(), balance - 2n * HOURLY);
    await cloud.engine.faults.clear();
    await customer.remove(id);
    await cloud.settle();
    assert.deepEqual([(await cloud.server(id)).givingUp, await power(id)], [null, 'absent']);
  });

  test('a server that is given up while its host is silent is in ERROR and its clock has stopped', async () => {
    const id = await deployed();
    await cloud.engine.faults.slow({ factor: 200 });
    await customer.act(id, 'reboot');
    await hop(SECOND_MS);
    await hop(11 * MINUTE_MS);
    await cloud.engine.faults.hostLost('h100-sxm-0');
    await hop(MINUTE_MS);
    await hop(MINUTE_MS);
    const balance = await customer.balance();
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.ok(balance > 1_000_000_000n - HOURLY);
    await hop(2 * HOUR_MS);
    assert.equal(await customer.balance(), balance);
    await cloud.engine.faults.clear();
  });

  test('a server that never came up is refunded when its half-made machine is gone, not before', async () => {
    const balance = await customer.balance();
    await cloud.engine.faults.slow({ factor: 200 });
    const id = await customer.deploy();
    await hop(SECOND_MS);
    await hop(21 * MINUTE_MS);
    const under = await cloud.server(id);
    assert.deepEqual([under.status, under.goal, under.givingUp], ['PROVISIONING', 'gone', 'DEADLINE_PASSED']);
    assert.equal(await customer.balance(), balance - HOURLY);
    await hop(20 * MINUTE_MS);
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual([(await cloud.server(id)).status, await power(id), await customer.balance()], ['ERROR', 'absent', balance]);
    assert.equal(await cloud.gpusTaken(), 0);
  });

  test('a restore that takes too long is HIBERNATED again, and refunded when it is', async () => {
    const id = await deployed();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await hop(2 * HOUR_MS);
    const balance = await customer.balance();
    await cloud.engine.faults.slow({ factor: 400 });
    await customer.act(id, 'hibernate-restore');
    await hop(SECOND_MS);
    await hop(21 * MINUTE_MS);
    assert.deepEqual([(await cloud.server(id)).givingUp, await customer.balance()], ['DEADLINE_PASSED', balance - HOURLY]);
    await hop(HOUR_MS);
    await cloud.settle({ repeatEachStep: 2 });
    assert.deepEqual([(await cloud.server(id)).status, await power(id), await customer.balance()], ['HIBERNATED', 'hibernated', balance]);
  });
});
