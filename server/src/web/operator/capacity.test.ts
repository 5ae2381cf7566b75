import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EngineFound, Host, HostWithGpus, Pool } from '@boreal/contract/operator/operator.ts';
import { z } from 'zod';
import type { Engine } from '../../engines/engine.ts';
import { enginesOf, type Engines } from '../../engines/engines.ts';
import { EngineSilent } from '../../engines/engine.ts';
import { addFoundHost, findOnEngines } from '../../core/fleet/capacity/hosts/engine-hosts.ts';
import { data } from '../test-answers.ts';
import { closeWithoutBugs, openWebCloud } from '../testing.ts';

const AT = '/api/console/operator';
const web = await openWebCloud();
const operator = await web.person({ email: 'boss@example.com', operates: 'owner' });
const { ctx } = web;
after(() => closeWithoutBugs(web));

test('a pool and its hosts are added in the browser, and what the engine finds in a host counts at once', async () => {
  const body = { name: 'more', gpuModel: 'h100-sxm', machineType: 'vm', withGpus: false };
  const pool = data(await operator.post(`${AT}/pools`, body), Pool);
  assert.deepEqual([pool.machineType, pool.withGpus, pool.region], ['vm', false, 'canada-montreal']);
  const host = data(await operator.post(`${AT}/hosts`, { poolId: pool.id, name: 'mtl-new', gpuCount: 2 }), Host);
  const hosts = data(await operator.get(`${AT}/hosts?poolId=${pool.id}`), z.array(HostWithGpus));
  assert.deepEqual(
    hosts.map(({ id, name, gpus }) => [id, name, gpus.length]),
    [[host.id, 'mtl-new', 2]],
  );
  const twice = await operator.post(`${AT}/hosts`, { poolId: pool.id, name: 'mtl-new', gpuCount: 2 });
  assert.equal(twice.status, 400, twice.text);
  for (const wrong of [{ gpuCount: 0 }, { gpuCount: 65 }, { devices: [] }, { devices: ['a', 'a'] }])
    assert.equal((await operator.post(`${AT}/hosts`, { poolId: pool.id, name: 'other', ...wrong })).status, 400, JSON.stringify(wrong));
  assert.equal((await operator.post(`${AT}/hosts`, { poolId: 'pool_none', name: 'other', gpuCount: 1 })).status, 404);
});

test('engines tell what they find; a customer is not told', async () => {
  const [simulated] = data(await operator.get(`${AT}/engines`), z.array(EngineFound));
  assert.deepEqual([simulated?.name, simulated?.silence, simulated?.namesGpus], ['simulated', null, false]);
  assert.ok(simulated?.hosts.every(({ declared }) => declared));
  const stranger = await web.person({ email: 'somebody@example.com' });
  assert.equal((await stranger.get(`${AT}/engines`)).status, 404);
});

/** The engines of the cloud with one that names its GPUs. */
async function withBox(hosts: Engine['hosts']): Promise<Engines> {
  const box: Engine = { ...web.cloud.engine, name: 'box', hosts };
  await ctx.db.sql
    .insertInto('engines')
    .values({ name: 'box', kind: 'incus' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return enginesOf([web.cloud.engine, box]);
}
const gpu = (slot: number) => ({ device: `0000:0${slot}:00.0`, name: 'NVIDIA H100 80GB HBM3', model: 'h100-sxm', hardware: null });
const found = { cores: 32, memoryGb: 128, storages: { system: null, work: null, backups: null } };

test('of an engine that names its GPUs, those are offered that are not ours, and none is sold without its name', async () => {
  const engines = await withBox(async () => [{ name: 'gpu-1', reachable: true, gpus: [gpu(1), gpu(2)], found }]);
  const pool = data(await operator.post(`${AT}/pools`, { name: 'boxes', gpuModel: 'h100-sxm', engine: 'box' }), Pool);
  const offered = async () => (await findOnEngines(ctx, engines)).find(({ name }) => name === 'box')?.hosts;
  assert.deepEqual(
    (await offered())?.map(({ name, declared, gpus }) => [name, declared, gpus.length]),
    [['gpu-1', false, 2]],
  );
  const at = { poolId: pool.id, name: 'gpu-1' };
  await assert.rejects(addFoundHost(ctx, engines, { ...at, gpuCount: 2 }), { code: 'INVALID_REQUEST', message: /names the GPUs/ });
  const wrongHost = addFoundHost(ctx, engines, { ...at, name: 'gpu-l', devices: ['0000:01:00.0'] });
  await assert.rejects(wrongHost, { code: 'INVALID_REQUEST', message: /no host gpu-l\. It has: gpu-1/ });
  const host = await addFoundHost(ctx, engines, { ...at, devices: ['0000:01:00.0'] });
  assert.deepEqual([host.cores, host.memoryGb], [32, 128]);
  assert.deepEqual(
    (await offered())?.map(({ declared, gpus }) => [declared, gpus.map(({ device }) => device)]),
    [[true, ['0000:02:00.0']]],
  );
});

test('one that does not answer says so, and takes nothing from the others', async () => {
  const engines = await withBox(() => Promise.reject(new EngineSilent('no_answer', 'It does not answer.')));
  assert.deepEqual(
    (await findOnEngines(ctx, engines)).map(({ name, silence }) => [name, silence]),
    [
      ['simulated', null],
      ['box', 'no_answer'],
    ],
  );
});

test('a pool is renamed and removed in the browser by those who run the fleet, and by nobody else', async () => {
  const pool = data(await operator.post(`${AT}/pools`, { name: 'short-lived', gpuModel: 'h100-sxm' }), Pool);
  const support = await web.person({ email: 'support@example.com', operates: 'support' });
  const at = `${AT}/pools/${pool.id}`;
  for (const answer of [await support.put(at, { name: 'mine' }), await support.post(`${at}/remove`, { reason: 'Mine' })])
    assert.equal(answer.status, 403, answer.text);
  const first = data(await operator.get(`${AT}/pools`), z.array(Pool))[0];
  for (const wrong of [{ name: first?.name }, { name: ' ' }, {}]) {
    const answer = await operator.put(at, wrong);
    assert.equal(answer.status, 400, answer.text);
  }
  assert.equal(data(await operator.put(at, { name: 'renamed' }), Pool).name, 'renamed');
  assert.equal((await operator.post(`${at}/remove`, {})).status, 400);
  const full = await operator.post(`${AT}/pools/${first?.id}/remove`, { reason: 'Careless' });
  assert.equal(full.status, 400, full.text);
  assert.match(full.text, /still has/);
  assert.equal((await operator.post(`${at}/remove`, { reason: 'A slip' })).status, 200);
  assert.equal((await operator.post(`${at}/remove`, { reason: 'Twice' })).status, 404);
});
