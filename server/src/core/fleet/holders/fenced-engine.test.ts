import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { EngineError, EngineSilent, type Engine } from '../../../engines/engine.ts';
import { enginesOf } from '../../../engines/engines.ts';
import { createSimulatedEngine } from '../../../engines/simulated/simulated-engine.ts';
import { MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { createSchedules } from '../../schedules.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { takeCopy } from '../../testing/older-copy.ts';
import { fencedEngine } from './fenced-engine.ts';
import { askTakeOver, listFenced, readHolderRow } from './holders.store.ts';
import { takeOverEngine } from './take-over.ts';
import { tendHolder } from './tend-holder.ts';

const { signal } = new AbortController();
const isFenced = (error: unknown) => error instanceof EngineSilent && error.silence === 'fenced' && /take-over/.test(error.message);
const isTimeout = (error: unknown) => error instanceof EngineError && error.engineCause === 'timeout';

describe('an engine that a newer database drives', () => {
  let cloud: Cloud;
  let customer: Customer;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { l4: [4] } });
    customer = await cloud.customer('100');
  });
  afterEach(() => cloud.close());

  const process = () => fencedEngine(cloud.ctx, cloud.engine);
  const work = (counts: 'now' | 'due' | 'never' = 'now') => tendHolder(cloud.ctx, cloud.engine, { counts, signal });
  const watch = (engine: Engine) => createSchedules(cloud.ctx, { engines: enginesOf([engine]), payments: cloud.payments }).watch.run();
  const whys = async () => (await listHosts(cloud.db.sql)).map(({ silentWhy }) => silentWhy);
  const fenced = async () => (await listFenced(cloud.db.sql, [cloud.engine])).length > 0;
  async function bringBack(): Promise<{ id: string; since: string }> {
    await work();
    const id = await customer.deploy('l4-x1');
    await cloud.settle();
    const copy = await takeCopy(cloud.db);
    cloud.clock.advance(5 * MINUTE_MS);
    await work('due');
    const since = await customer.deploy('l4-x1');
    await cloud.settle();
    await copy.restore();
    return { id, since };
  }

  test('is left alone by an older copy, whose first call looks: nothing is deleted, stopped, made or sold', async () => {
    const { id, since } = await bringBack();
    const copy = process();
    for (const call of [() => copy.hosts(signal), () => copy.list(signal), () => copy.leftovers(signal)]) {
      await assert.rejects(call, isFenced);
    }
    const spec = (await cloud.engine.specOf(id)) ?? assert.fail();
    for (const call of [
      () => copy.ensureGone(id, signal),
      () => copy.ensureStopped(id, signal),
      () => copy.ensureHibernated(id, signal),
      () => copy.ensureRunning({ ...spec, serverId: 'srv_other' }, signal),
      () => copy.deleteBackup('bkp_other', signal),
      () => copy.observe(id, signal),
      () => copy.console(id, signal),
    ]) {
      await assert.rejects(call, isTimeout);
    }
    const machines = await cloud.engine.list(signal);
    assert.deepEqual(
      machines.map(({ serverId, power }) => [serverId, power]).toSorted(),
      [id, since].toSorted().map((one) => [one, 'running']),
    );
    assert.deepEqual(await whys(), ['engine_fenced']);
    for (let n = 0; n < 3; n += 1) {
      cloud.clock.advance(MINUTE_MS);
      await watch(copy);
    }
    assert.deepEqual(await whys(), ['engine_fenced']);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await assert.rejects(customer.deploy('l4-x1'), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  });

  test('is driven again once an operator has taken it over, by every process', async () => {
    await bringBack();
    assert.equal(await work(), false);
    const [one, other] = [process(), process()];
    await assert.rejects(one.list(signal), isFenced);
    await takeOverEngine(cloud.ctx, one);
    assert.equal((await one.list(signal)).length, 2);
    assert.equal((await other.hosts(signal)).length, 1);
    await watch(one);
    assert.deepEqual(await whys(), [null]);
    assert.equal(await work(), true);
    const [entry] = await cloud.db.sql.selectFrom('auditEntries').selectAll().where('action', '=', 'engine.taken_over').execute();
    assert.equal(entry?.target, 'simulated');
  });

  test('is taken over at the first look where the restore was told that the other one is gone', async () => {
    await bringBack();
    await askTakeOver(cloud.db.sql, ['simulated']);
    assert.equal((await process().list(signal)).length, 2);
    assert.equal(await fenced(), false);
    assert.equal((await readHolderRow(cloud.db.sql, 'simulated')).takeOverAsked, false);
  });

  test('neither fences nor unfences while it does not answer', async () => {
    await work();
    await cloud.engine.faults.engineSilent('no_answer');
    await assert.rejects(work(), EngineSilent);
    assert.equal(await fenced(), false);
    // The new process has not looked yet: it does not ask the engine, whatever that would answer.
    assert.equal((await process().observe('srv_any', signal)).power, 'unreachable');
    await assert.rejects(process().list(signal), EngineSilent);
    await assert.rejects(process().ensureGone('srv_any', signal), isTimeout);
    await cloud.engine.faults.clear();
    await bringBack();
    assert.equal(await work(), false);
    await cloud.engine.faults.engineSilent('no_answer');
    await assert.rejects(work(), EngineSilent);
    await assert.rejects(takeOverEngine(cloud.ctx, cloud.engine), EngineSilent);
    assert.equal(await fenced(), true);
    assert.equal((await readHolderRow(cloud.db.sql, 'simulated')).takeOverAsked, false, 'nothing is left to happen by itself');
  });

  test('is not asked for a machine while its record cannot be read, which is no failure of the machine', async () => {
    await work();
    const id = await customer.deploy('l4-x1');
    await cloud.settle();
    const read = async () => Promise.reject(new EngineSilent('no_service', 'The record does not say who drives the machines.'));
    const holder = { ...(cloud.engine.holder ?? assert.fail()), read };
    const engine = fencedEngine(cloud.ctx, { ...cloud.engine, holder });
    await assert.rejects(engine.list(signal), (error) => error instanceof EngineSilent && /does not say who/.test(error.message));
    await assert.rejects(engine.ensureGone(id, signal), isTimeout);
    await assert.rejects(engine.observe(id, signal), isTimeout);
    assert.equal((await cloud.engine.observe(id, signal)).power, 'running');
  });

  test('never fences the workers of one database from each other, whatever answer of theirs is lost', async () => {
    for (let round = 0; round < 10; round += 1) {
      if (round % 3 === 1) await cloud.engine.faults.answersLost({ call: 'holder', times: 2 });
      await Promise.allSettled(Array.from({ length: 5 }, () => work()));
      assert.equal(await fenced(), false);
    }
    await cloud.engine.faults.clear();
    assert.equal(await work('never'), true);
  });

  test('is counted on every two minutes only, however many look', async () => {
    const epoch = async () => (await cloud.engine.holder?.read(signal))?.epoch;
    await work();
    for (let n = 0; n < 3; n += 1) await work('due');
    assert.equal(await epoch(), 1);
    cloud.clock.advance(2 * MINUTE_MS);
    for (let n = 0; n < 3; n += 1) await work('due');
    assert.equal(await epoch(), 2);
    await work('never');
    assert.equal(await epoch(), 2);
  });

  test('is left by whoever it was taken over from, and can be taken back', async () => {
    await work();
    const there = await startCloud({ hosts: { l4: [4] } });
    try {
      const row = await readHolderRow(cloud.db.sql, 'simulated');
      await there.ctx.transact(async (tx) =>
        tx
          .insertInto('engineHolders')
          .values({ engine: 'simulated', ...row })
          .execute(),
      );
      const query = async <R>(sql: string, params: readonly unknown[] = []) => {
        const result = await cloud.db.pool.query(sql, [...params]);
        const rows: readonly R[] = result.rows;
        return rows;
      };
      const same = createSimulatedEngine({ query, clock: there.clock, seed: 'cloud', hosts: async () => [] });
      const workThere = () => tendHolder(there.ctx, same, { counts: 'now', signal });
      assert.equal(await work(), true);
      assert.equal(await workThere(), false);
      await takeOverEngine(there.ctx, same);
      assert.deepEqual([await work(), await workThere(), await work(), await workThere()], [false, true, false, true]);
      await takeOverEngine(cloud.ctx, cloud.engine);
      assert.deepEqual([await workThere(), await work(), await workThere()], [false, true, false]);
    } finally {
      await there.close();
    }
  });
});
