import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { listDueServers } from '../core/fleet/servers/servers.store.ts';
import type { Ctx } from '../core/ground/ctx.ts';
import { MINUTE_MS } from '../kit/clock.ts';
import { unmeasured } from '../kit/measures.ts';
import { startCloud, type Cloud } from '../core/testing/cloud.ts';
import { convergeServers, type Convergence } from './converge-servers.ts';
import { enginesOf } from '../engines/engines.ts';

let cloud: Cloud;
let convergence: Convergence;
beforeEach(async () => {
  cloud = await startCloud();
});
afterEach(async () => {
  await convergence.stop();
  await cloud.close();
});

const work = (engine: Engine = cloud.engine) => {
  convergence = convergeServers(cloud.ctx, enginesOf([engine]), { atOnce: 2, measures: unmeasured });
  return convergence;
};
const dueNow = () => ({ now: cloud.clock.now(), wall: cloud.clock.wall(), limit: 10 });
const waits = async () =>
  (await sql<{ key: string }>`select key from graphile_worker.jobs where run_at > now()`.execute(cloud.db.sql)).rows;
const until = async (what: () => Promise<boolean>) => {
  while (!(await what())) await sleep(20);
};

test('a machine that boots is looked at until it runs, by timers and without another job', async () => {
  const customer = await cloud.customer('10');
  const id = await customer.deploy();
  await work().job({ serverId: id });
  assert.equal((await cloud.server(id)).status, 'PROVISIONING');
  assert.deepEqual(await waits(), []);
  cloud.clock.advance(MINUTE_MS);
  await until(async () => (await cloud.server(id)).status === 'ACTIVE');
});

test('no more than so many servers are stepped at once, however many are due', async () => {
  const customer = await cloud.customer('100');
  const ids = await Promise.all(Array.from({ length: 6 }, () => customer.deploy()));
  let now = 0;
  let most = 0;
  const { job } = work({
    ...cloud.engine,
    ensureRunning: async (spec, signal) => {
      most = Math.max(most, (now += 1));
      await sleep(30);
      now -= 1;
      return cloud.engine.ensureRunning(spec, signal);
    },
  });
  await Promise.all(ids.map((serverId) => job({ serverId })));
  assert.equal(most, 2);
});

test('a look that fails leaves the server to the sweep, and the process goes on', async () => {
  const customer = await cloud.customer('10');
  const id = await customer.deploy();
  let failures = 0;
  const transact: Ctx['transact'] = (run) => {
    if (failures > 0) return cloud.ctx.transact(run);
    failures += 1;
    return Promise.reject(new Error('the database is away'));
  };
  convergence = convergeServers({ ...cloud.ctx, transact }, cloud.engines, { atOnce: 2, measures: unmeasured });
  await convergence.job({ serverId: id });
  cloud.clock.advance(MINUTE_MS);
  await until(async () => failures === 1);
  assert.equal((await cloud.server(id)).status, 'PROVISIONING');
  // By then its lease is over, and the sweep wakes it.
  cloud.clock.advance(MINUTE_MS);
  await until(async () => (await listDueServers(cloud.db.sql, dueNow())).includes(id));
  await convergence.job({ serverId: id });
  assert.equal((await cloud.server(id)).status, 'ACTIVE');
});

test('what waits when the worker stops is not stepped any more', async () => {
  const customer = await cloud.customer('10');
  const id = await customer.deploy();
  const { job, stop } = work();
  await job({ serverId: id });
  await stop();
  cloud.clock.advance(MINUTE_MS);
  await sleep(1500);
  assert.equal((await cloud.server(id)).status, 'PROVISIONING');
  await job({ serverId: id });
  assert.equal((await cloud.server(id)).status, 'PROVISIONING');
});

test('an engine that hangs takes no turns from the others, and holds no job of the queue that it has no turn for', async () => {
  await cloud.close();
  cloud = await startCloud({ hosts: { 'h100-sxm': [4] }, beside: { toronto: { l4: [2] } } });
  const customer = await cloud.customer('100');
  const stuck = await Promise.all(Array.from({ length: 4 }, () => customer.deploy('h100-sxm-x1')));
  const other = await customer.deploy('l4-x1');
  const release = Promise.withResolvers<void>();
  let asked = 0;
  const hanging: Engine = {
    ...cloud.engine,
    ensureRunning: async (spec, signal) => {
      asked += 1;
      await release.promise;
      return cloud.engine.ensureRunning(spec, signal);
    },
  };
  convergence = convergeServers(cloud.ctx, enginesOf([hanging, ...cloud.beside.values()]), { atOnce: 2, measures: unmeasured });
  const jobs = stuck.slice(0, 2).map((serverId) => convergence.job({ serverId }));
  await until(async () => asked === 2);
  // They have the turns; the jobs of the others end at once, and their servers come when a turn is free.
  await Promise.all(stuck.slice(2).map((serverId) => convergence.job({ serverId })));
  await convergence.job({ serverId: other });
  assert.equal((await cloud.server(other)).phase, 'under_way');
  assert.deepEqual(await Promise.all(stuck.map(async (id) => (await cloud.server(id)).phase)), Array(4).fill('asking'));
  release.resolve();
  await Promise.all(jobs);
  await until(async () =>
    (await Promise.all(stuck.map(async (id) => (await cloud.server(id)).phase))).every((phase) => phase === 'under_way'),
  );
});
