import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EVERY_ACTION } from '../../testing/every-action.ts';
import { EngineError, type Engine } from '../../../engines/engine.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { getServerUsage } from '../servers/views/get-server-usage.ts';
import { startCloud, type Cloud } from '../../testing/cloud.ts';
import { assertBooks } from '../../testing/paying-customer.ts';
import { convergeServer } from './converge/converge-server.ts';
import { getServer } from '../servers/views/get-server.ts';
import { listServerEvents } from '../servers/views/list-server-events.ts';
import { enginesOf } from '../../../engines/engines.ts';

const CAD = 1_000_000n;

describe('the life of a server', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8, 8] } });
  });
  after(() => assertBooks(cloud).finally(() => cloud.close()));

  test('a deployment takes the first hour at once and its clock starts when it is ACTIVE', async () => {
    const customer = await cloud.customer('100');
    const id = await customer.deploy();
    assert.equal((await cloud.server(id)).status, 'PROVISIONING');
    assert.equal(await customer.balance(), 100n * CAD - 3_990_000n);
    await cloud.settle();
    const server = await getServer(customer.ctx, { serverId: id });
    assert.equal(server.status, 'ACTIVE');
    assert.match(server.ipv4 ?? '', /^\d+\.\d+\.\d+\.\d+$/);
    assert.ok(server.ipv6);
    const { usage } = await getServerUsage(customer.ctx, { serverId: id });
    assert.deepEqual(
      usage.hours.map((hour) => hour.periodStart),
      [(await cloud.server(id)).firstActiveAt?.toISOString()],
    );
    await customer.remove(id);
    await cloud.settle();
  });

  for (const [action, call] of [
    ['remove', 'ensureGone'],
    ['hibernate', 'ensureHibernated'],
  ] as const) {
    test(`the ${action} of a server is over when the engine answers so to the call for it, not when its machine is seen there`, async () => {
      const customer = await cloud.customer('100');
      const id = await customer.deploy();
      await cloud.settle();
      await (action === 'remove' ? customer.remove(id) : customer.act(id, action));
      const answers: string[] = [];
      const engine: Engine = {
        ...cloud.engine,
        [call]: async (...asked: Parameters<Engine['ensureGone']>) => {
          const machine = await cloud.engine[call](...asked);
          answers.push(machine.power);
          return machine;
        },
      };
      while ((await cloud.server(id)).task !== null) {
        await convergeServer(cloud.ctx, enginesOf([engine]), id);
        cloud.clock.advance(SECOND_MS);
      }
      assert.ok(answers.length > 1, 'it takes longer than a call');
      assert.equal(answers.at(-1), action === 'remove' ? 'absent' : 'hibernated');
      if (action !== 'remove') await customer.remove(id);
      await cloud.settle();
    });
  }

  test('hours are charged in advance, each once, also when the meter runs late or twice', async () => {
    const customer = await cloud.customer('100');
    const id = await customer.deploy();
    await cloud.settle();
    cloud.clock.advance(5 * HOUR_MS + MINUTE_MS);
    await Promise.all([cloud.meter(), cloud.meter()]);
    await cloud.meter();
    const { usage } = await getServerUsage(customer.ctx, { serverId: id });
    assert.equal(usage.hours.length, 6);
    assert.equal(await customer.balance(), 100n * CAD - 6n * 3_990_000n);
    const starts = usage.hours.map((hour) => Date.parse(hour.periodStart)).toReversed();
    for (const [k, start] of starts.entries()) assert.equal(start, (starts[0] ?? 0) + k * HOUR_MS);
    await customer.remove(id);
    await cloud.settle();
  });

  test('a stopped server is still billed, a hibernated one is not and gives up its GPUs and addresses', async () => {
    const customer = await cloud.customer('100');
    const id = await customer.deploy();
    await cloud.settle();
    await customer.act(id, 'stop');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'STOPPED');
    assert.equal(await cloud.gpusTaken(id), 1);
    await cloud.pass(HOUR_MS);
    assert.equal(await customer.balance(), 100n * CAD - 2n * 3_990_000n);

    await customer.act(id, 'hibernate');
    await cloud.settle();
    const asleep = await cloud.server(id);
    assert.deepEqual([asleep.status, asleep.ipv4, asleep.ipv6, asleep.task], ['HIBERNATED', null, null, null]);
    assert.equal(await cloud.gpusTaken(id), 0);
    await cloud.pass(5 * HOUR_MS);
    assert.equal(await customer.balance(), 100n * CAD - 2n * 3_990_000n);
    await customer.remove(id);
    await cloud.settle();
  });

  test('a restore inside the paid hour costs nothing, one after it a new first hour', async () => {
    const customer = await cloud.customer('100');
    const id = await customer.deploy();
    await cloud.settle();
    const before = await cloud.server(id);
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    const woken = await cloud.server(id);
    assert.equal(woken.status, 'ACTIVE');
    assert.notEqual(woken.ipv4, before.ipv4);
    assert.equal(await customer.balance(), 100n * CAD - 3_990_000n);

    await customer.act(id, 'hibernate');
    await cloud.pass(3 * HOUR_MS);
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    assert.equal(await customer.balance(), 100n * CAD - 2n * 3_990_000n);
    await cloud.pass(HOUR_MS);
    assert.equal(await customer.balance(), 100n * CAD - 3n * 3_990_000n);
    await customer.remove(id);
    await cloud.settle();
  });

  test('a server that was never active is refunded when it is deleted or cannot be provisioned', async () => {
    const customer = await cloud.customer('10');
    const deleted = await customer.deploy();
    await customer.remove(deleted);
    await cloud.settle();
    assert.equal(await customer.balance(), 10n * CAD);

    await cloud.engine.faults.bootFails({ times: 3 });
    const failed = await customer.deploy();
    await cloud.settle();
    const server = await getServer(customer.ctx, { serverId: failed });
    assert.equal(server.status, 'ERROR');
    assert.deepEqual(server.allowedActions, []);
    assert.equal(await customer.balance(), 10n * CAD);
    assert.equal(await cloud.gpusTaken(failed), 0);
    await customer.remove(failed);
    await cloud.settle();
  });

  for (const silences of [
    ['timeout', 'timeout', 'timeout', 'timeout', 'unknown', 'timeout', 'unknown', 'unknown'],
    ['timeout', 'timeout', 'timeout', 'starts', 'unknown', 'unknown'],
  ] as const) {
    test(`an engine that was away makes no later failure the last one: ${silences.join(', ')}`, async () => {
      const customer = await cloud.customer('10');
      const id = await customer.deploy();
      for (const cause of silences) {
        const engine: Engine = {
          ...cloud.engine,
          ensureRunning: async (spec) => {
            if (cause !== 'starts') throw new EngineError(cause, 'as told');
            return { serverId: spec.serverId, power: 'starting', hostName: null, ipv4: null, ipv6: null, rebootToken: null, failure: null };
          },
        };
        await convergeServer(cloud.ctx, enginesOf([engine]), id);
        const { goal, convergeAt } = await cloud.server(id);
        assert.equal(goal, 'running');
        cloud.clock.moveTo(convergeAt ?? cloud.clock.now());
      }
      await cloud.settle();
      assert.equal((await cloud.server(id)).status, 'ACTIVE');
      await customer.remove(id);
      await cloud.settle();
    });
  }

  test('a deleted server is never billed again and its GPUs are free once the machine is gone', async () => {
    const customer = await cloud.customer('100');
    const id = await customer.deploy('h100-sxm-x4');
    await cloud.settle();
    await customer.remove(id);
    assert.equal((await cloud.server(id)).status, 'DELETED');
    assert.equal(await cloud.gpusTaken(id), 4);
    await cloud.settle();
    assert.equal(await cloud.gpusTaken(id), 0);
    const balance = await customer.balance();
    await cloud.pass(2 * HOUR_MS);
    assert.equal(await customer.balance(), balance);
    assert.deepEqual(await cloud.engine.list(new AbortController().signal), []);
  });

  test('a server without credit for its next hour is hibernated at the end of the paid one', async () => {
    const customer = await cloud.customer('8');
    const id = await customer.deploy();
    await cloud.settle();
    await cloud.pass(HOUR_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await cloud.pass(HOUR_MS);
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
    assert.equal(await customer.balance(), 8n * CAD - 2n * 3_990_000n);
    const { items } = await listServerEvents(customer.ctx, { serverId: id, locale: 'en' });
    assert.ok(items.some((event) => event.reason === 'CREDIT_EXHAUSTED'));
    await assert.rejects(customer.act(id, 'hibernate-restore'), { code: 'INSUFFICIENT_CREDITS' });
    await customer.remove(id);
    await cloud.settle();
  });

  test('a lost host stops the clock and refunds the rest of the hour; its servers recover by themselves', async () => {
    const customer = await cloud.customer('100');
    const id = await customer.deploy();
    await cloud.settle();
    await cloud.pass(30 * MINUTE_MS);
    const host = (await cloud.engine.observe(id, new AbortController().signal)).hostName ?? '';
    await cloud.engine.faults.hostLost(host);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.equal(await cloud.gpusTaken(id), 1);
    const balance = await customer.balance();
    assert.ok(balance > 100n * CAD - 3_990_000n / 2n - 200_000n && balance < 100n * CAD - 3_990_000n / 2n + 200_000n, String(balance));
    await cloud.pass(5 * HOUR_MS);
    assert.equal(await customer.balance(), balance);
    await cloud.engine.faults.hostBack(host);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.equal(await customer.balance(), balance - 3_990_000n);
    await customer.remove(id);
    await cloud.settle();
  });

  for (const times of [1, 2]) {
    test(`every action ends where it should when every step runs ${times}×`, async () => {
      const customer = await cloud.customer('100');
      const id = await customer.deploy();
      await cloud.settle({ repeatEachStep: times });
      for (const [action, status] of EVERY_ACTION) {
        await customer.act(id, action);
        await cloud.settle({ repeatEachStep: times });
        assert.equal((await cloud.server(id)).status, status, action);
      }
      assert.equal((await cloud.engine.list(new AbortController().signal)).length, 1);
      await customer.remove(id);
      await cloud.settle({ repeatEachStep: times });
    });
  }
});
