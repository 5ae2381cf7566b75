import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { EngineSilent, type Engine, type EngineSilence } from '../../../../engines/engine.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { createWatch } from './create-watch.ts';
import { noteContact } from './engine-contacts.store.ts';

/** How often the worker looks. */
const TICK_MS = 15 * SECOND_MS;

describe('an engine that is not heard at all', () => {
  let cloud: Cloud;
  let customer: Customer;
  let id: string;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [2], l4: [2] } });
  });
  afterEach(async () => {
    await cloud.engine.faults.clear();
    await cloud.pass(3 * MINUTE_MS);
    await checkGpus(cloud);
    await customer.remove(id);
    await cloud.settle();
    assert.equal(await cloud.gpusTaken(), 0);
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  });
  after(() => cloud.close());

  async function activeServer(): Promise<bigint> {
    customer = await cloud.customer('100');
    id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    await cloud.pass(TICK_MS, TICK_MS);
    return customer.balance();
  }

  async function hosts() {
    return (await listHosts(cloud.db.sql)).map(({ silentSince, silentWhy }) => [silentSince !== null, silentWhy]);
  }

  test('is off sale within a minute, its servers are in ERROR and refunded, and come back with it', async () => {
    const paid = await activeServer();
    await cloud.engine.faults.engineSilent('no_answer');
    await cloud.pass(50 * SECOND_MS, TICK_MS);
    const lost = await cloud.server(id);
    assert.deepEqual([lost.status, lost.waitReason], ['ERROR', 'HOST_LOST']);
    const refunded = await customer.balance();
    assert.ok(refunded > paid);
    assert.deepEqual(await hosts(), [
      [true, 'engine_no_answer'],
      [true, 'engine_no_answer'],
    ]);
    for (const plan of ['h100-sxm-x1', 'l4-x1', 'h100-sxm-x1-spot'])
      await assert.rejects(customer.deploy(plan), { code: 'PLAN_NOT_AVAILABLE' });

    await cloud.pass(5 * HOUR_MS, 10 * MINUTE_MS);
    assert.deepEqual([await customer.balance(), await cloud.gpusTaken(id)], [refunded, 1]);

    await cloud.engine.faults.engineBack();
    await cloud.pass(2 * MINUTE_MS, TICK_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.ok((await customer.balance()) < refunded);
    assert.deepEqual(await hosts(), [
      [false, null],
      [false, null],
    ]);
  });

  test('for as long as it takes to restart costs nobody anything and stays on sale', async () => {
    const paid = await activeServer();
    for (let restart = 0; restart < 3; restart += 1) {
      await cloud.engine.faults.engineSilent('no_answer');
      await cloud.pass(TICK_MS, TICK_MS);
      assert.deepEqual([(await cloud.server(id)).status, await customer.balance()], ['ACTIVE', paid]);
      assert.deepEqual(await hosts(), [
        [false, null],
        [false, null],
      ]);
      await cloud.engine.faults.engineBack();
      await cloud.pass(TICK_MS, TICK_MS);
    }
  });

  for (const [silence, why] of [
    ['no_service', 'engine_no_service'],
    ['not_asked', 'engine_not_asked'],
  ] as const satisfies readonly (readonly [EngineSilence, string])[]) {
    test(`because of ${silence} is off sale, and its servers run on and are billed`, async () => {
      const paid = await activeServer();
      await cloud.engine.faults.engineSilent(silence);
      await cloud.pass(MINUTE_MS, TICK_MS);
      assert.deepEqual((await hosts())[0], [true, why]);
      await assert.rejects(customer.deploy('l4-x1'), { code: 'PLAN_NOT_AVAILABLE' });
      await cloud.pass(2 * HOUR_MS, 10 * MINUTE_MS);
      assert.equal((await cloud.server(id)).status, 'ACTIVE');
      assert.ok((await customer.balance()) < paid);
    });
  }

  test('because it fails in a way that nobody knows is off sale, and its servers run on', async () => {
    await activeServer();
    await cloud.engine.faults.callsFail({ call: 'hosts' });
    await cloud.pass(2 * MINUTE_MS, TICK_MS);
    assert.deepEqual([(await cloud.server(id)).status, (await hosts())[0]], ['ACTIVE', [true, 'engine_no_service']]);
  });

  test('refuses at first and then is gone: only from then on its servers count as lost', async () => {
    await activeServer();
    await cloud.engine.faults.engineSilent('no_service');
    await cloud.pass(2 * MINUTE_MS, TICK_MS);
    await cloud.engine.faults.engineBack();
    await cloud.engine.faults.engineSilent('no_answer');
    await cloud.pass(TICK_MS, TICK_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await cloud.pass(MINUTE_MS, TICK_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.deepEqual((await hosts())[0], [true, 'engine_no_answer']);
  });

  test('from the middle of a look on is found lost by the next looks as fast as any other', async () => {
    await activeServer();
    const goes: Engine = {
      ...cloud.engine,
      list: async (signal) => {
        await cloud.engine.faults.engineSilent('no_answer');
        return cloud.engine.list(signal);
      },
    };
    const watch = createWatch(cloud.ctx, goes);
    await watch();
    assert.deepEqual([(await cloud.server(id)).status, (await hosts())[0]], ['ACTIVE', [false, null]]);
    for (const status of ['ACTIVE', 'ERROR']) {
      cloud.clock.advance(TICK_MS);
      await watch();
      assert.equal((await cloud.server(id)).status, status);
    }
  });

  test('that tells of its hosts and never lists its machines is off sale, and its servers run on, also when it is gone for a moment', async () => {
    await activeServer();
    const stuck: Engine = { ...cloud.engine, list: () => Promise.reject(new EngineSilent('no_answer', 'stuck')) };
    const watch = createWatch(cloud.ctx, stuck);
    for (const off of [false, false, true, true]) {
      await watch();
      assert.deepEqual((await hosts())[0], off ? [true, 'engine_no_service'] : [false, null]);
      cloud.clock.advance(TICK_MS);
    }
    await cloud.engine.faults.engineSilent('no_answer');
    await watch();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
  });

  test('by a process that has just started is known from our own rows, and found lost as fast', async () => {
    await activeServer();
    await cloud.engine.faults.engineSilent('no_answer');
    cloud.clock.advance(10 * MINUTE_MS);
    const fresh = createWatch(cloud.ctx, cloud.engine);
    for (let look = 0; look < 3; look += 1) {
      assert.equal((await cloud.server(id)).status, 'ACTIVE', `look ${look}`);
      await fresh();
      cloud.clock.advance(TICK_MS);
    }
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.deepEqual((await hosts())[0], [true, 'engine_no_answer']);
  });

  test('by one process while another hears it is that process’ own trouble', async () => {
    const paid = await activeServer();
    await cloud.engine.faults.engineSilent('no_answer');
    const deaf = createWatch(cloud.ctx, cloud.engine);
    for (let look = 0; look < 8; look += 1) {
      await deaf();
      cloud.clock.advance(TICK_MS);
      await noteContact(cloud.db.sql, { engine: cloud.engine.name, at: cloud.clock.wall() });
    }
    assert.deepEqual([(await cloud.server(id)).status, await customer.balance()], ['ACTIVE', paid]);
    assert.deepEqual((await hosts())[0], [false, null]);
  });

  test('while a server is being made fails that server, refunds all of it, and removes its machine when it is back', async () => {
    customer = await cloud.customer('100');
    const before = await customer.balance();
    id = await customer.deploy('h100-sxm-x2');
    await cloud.pass(2 * SECOND_MS, SECOND_MS);
    await cloud.engine.faults.engineSilent('no_answer');
    await cloud.pass(HOUR_MS, MINUTE_MS);
    const never = await cloud.server(id);
    assert.deepEqual([never.status, never.firstActiveAt, await customer.balance()], ['ERROR', null, before]);
    assert.equal(await cloud.gpusTaken(id), 2);
    await cloud.engine.faults.engineBack();
    await cloud.pass(3 * MINUTE_MS);
    assert.deepEqual(await cloud.engine.list(AbortSignal.timeout(SECOND_MS)), []);
  });
});
