import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { hostHindranceWords } from '@boreal/contract/fleet/host-words.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { listServerEvents } from '../servers/views/list-server-events.ts';
import { listGpuPlans } from '../availability/list-gpu-plans.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import { startCloud, type Cloud, type CloudOptions, type Customer } from '../../testing/cloud.ts';

/** A cloud that chooses hosts by itself, behind hosts on which an operator sells places. */
async function inCloud(options: Pick<CloudOptions, 'hosts' | 'really'>, story: (cloud: Cloud, customer: Customer) => Promise<void>) {
  const cloud = await startCloud({ hosts: { 'h100-sxm': [8] }, ...options, can: { placement: 'engine' } });
  try {
    await story(cloud, await cloud.customer('1000'));
    await checkGpus(cloud);
  } finally {
    await cloud.close();
  }
}

const deployable = async ({ ctx }: Customer) =>
  (await listGpuPlans(ctx, { region: undefined })).flatMap((plan) =>
    plan.available && !plan.spot && plan.gpuModel === 'H100 SXM' ? [plan.gpuCount] : [],
  );
const soldOut = { code: 'PLAN_NOT_AVAILABLE' };
const eventsOf = async ({ db }: Cloud, serverId: string) =>
  await db.sql.selectFrom('serverEvents').select(['type', 'data']).where('serverId', '=', serverId).orderBy('id').execute();

test('a server that the cloud refuses is refunded at once, nothing as large is sold there, and smaller ones are', () =>
  inCloud({ really: { 'h100-sxm-0': 3 } }, async (cloud, customer) => {
    await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    const before = await customer.balance();
    const refused = await customer.deploy('h100-sxm-x4');
    await cloud.settle();
    assert.equal((await cloud.server(refused)).status, 'ERROR');
    assert.equal(await customer.balance(), before);
    assert.equal(await cloud.gpusTaken(refused), 0);
    assert.partialDeepStrictEqual((await eventsOf(cloud, refused)).at(-1), {
      type: 'server.error',
      data: { reason: 'NO_CAPACITY', alternatives: ['h100-sxm-x1-spot', 'h100-sxm-x2-spot', 'h100-sxm-x1', 'h100-sxm-x2'] },
    });
    const messages = async (locale: 'en' | 'fr') =>
      (await listServerEvents(customer.ctx, { serverId: refused, limit: 1, cursor: undefined, locale })).items.map(
        ({ message }) => message,
      );
    assert.match(
      (await messages('en')).join(),
      /no room left.*first hour was refunded.*In stock at the time: h100-sxm-x1-spot, .+, h100-sxm-x2\.$/,
    );
    assert.match((await messages('fr')).join(), /En stock à ce moment-là\s: h100-sxm-x1-spot, .+, h100-sxm-x2\.$/);
    const [host] = await listHosts(cloud.db.sql);
    assert.partialDeepStrictEqual(host?.refusals, [{ gpuModel: 'h100-sxm', gpus: 3, cause: 'no_capacity' }]);
    const { en, fr } = hostHindranceWords.refuses(host?.refusals[0] ?? assert.fail());
    assert.match(
      en,
      /no machine with more than 3 GPUs .*none of its hosts could take it\. It said: “No valid host was found in h100-sxm-0\.”$/,
    );
    assert.match(fr, /aucun de ses hôtes ne pouvait la prendre\. Il a dit\s: «\sNo valid host/);
    await assert.rejects(customer.deploy('h100-sxm-x4'), soldOut);
    assert.deepEqual(await deployable(customer), [1, 2]);
    const small = await customer.deploy('h100-sxm-x2');
    await cloud.settle();
    assert.equal((await cloud.server(small)).status, 'ACTIVE');
    // No GPU was to blame.
    assert.deepEqual(await cloud.db.sql.selectFrom('gpus').select('slot').where('state', '<>', 'ok').execute(), []);
  }));

test('where another host of the pool has room, the server starts there, for the same money', () =>
  inCloud({ hosts: { 'h100-sxm': [8, 8] }, really: { 'h100-sxm-0': 0 } }, async (cloud, customer) => {
    const id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.equal((await cloud.engine.observe(id, new AbortController().signal)).hostName, 'h100-sxm-1');
    assert.equal((await eventsOf(cloud, id)).filter(({ type }) => type === 'server.placed_again').length, 1);
    assert.equal(await customer.balance(), 1_000_000_000n - 3_990_000n);
  }));

test('what the cloud says that it has is all that is sold, before anybody was refused', () =>
  inCloud({ really: { 'h100-sxm-0': 3 } }, async (cloud, customer) => {
    assert.deepEqual(await deployable(customer), [1, 2, 4, 8]);
    await cloud.runSchedules(['capacity']);
    assert.deepEqual(await deployable(customer), [1, 2]);
    await assert.rejects(customer.deploy('h100-sxm-x4'), soldOut);
    for (let n = 0; n < 3; n += 1) await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    await cloud.runSchedules(['capacity']);
    assert.deepEqual(await deployable(customer), []);
  }));

test('never more is sold than the operator declares, however much the cloud has', () =>
  inCloud({ hosts: { 'h100-sxm': [2] }, really: { 'h100-sxm-0': 100 } }, async (cloud, customer) => {
    await cloud.runSchedules(['capacity']);
    for (let n = 0; n < 2; n += 1) await customer.deploy('h100-sxm-x1');
    await assert.rejects(customer.deploy('h100-sxm-x1'), soldOut);
    await cloud.settle();
  }));

test('a refusal outlasts what the cloud says, and then what it says counts again', () =>
  inCloud({}, async (cloud, customer) => {
    await cloud.engine.faults.callsFail({ call: 'ensureRunning', cause: 'quota', times: 1 });
    const id = await customer.deploy('h100-sxm-x2');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ERROR');
    const whys = async () => (await listHosts(cloud.db.sql)).flatMap(({ refusals }) => refusals.map(({ cause }) => cause));
    // The cloud counts eight free GPUs.
    await cloud.pass(5 * MINUTE_MS);
    assert.deepEqual(await deployable(customer), [1]);
    assert.deepEqual(await whys(), ['quota']);
    await cloud.pass(10 * MINUTE_MS);
    assert.deepEqual(await whys(), []);
    assert.deepEqual(await deployable(customer), [1, 2, 4, 8]);
  }));

test('a machine that the cloud gives up later, for want of room, counts as refused', () =>
  inCloud({}, async (cloud, customer) => {
    await cloud.engine.faults.bootFails({ cause: 'no_capacity', times: 1 });
    const id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ERROR');
    assert.equal(await customer.balance(), 1_000_000_000n);
    assert.equal((await cloud.engine.observe(id, new AbortController().signal)).power, 'absent');
  }));

test('a restore that the cloud refuses is refunded, and the server is hibernated as before', () =>
  inCloud({ really: { 'h100-sxm-0': 1 } }, async (cloud, customer) => {
    const id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    await cloud.pass(2 * HOUR_MS);
    // Nobody has asked the cloud yet: there seems to be room.
    await cloud.db.pool.query('delete from placeable_gpus');
    const before = await customer.balance();
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
    assert.equal(await customer.balance(), before);
    assert.equal(await cloud.gpusTaken(id), 0);
  }));
