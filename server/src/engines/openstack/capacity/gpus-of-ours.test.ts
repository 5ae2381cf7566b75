import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addMs, MINUTE_MS, systemClock } from '../../../kit/clock.ts';
import { createLog } from '../../../kit/log.ts';
import { engineError } from '../../conformance-kit.ts';
import { CloudServer } from '../cloud/cloud-shapes.ts';
import { createGivenGpus } from './given-gpus.ts';
import { openOpenstackKit, type OpenstackKit } from '../openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from '../testing/cloud-double.ts';
import { doubleCloud } from '../testing/double-kit-cloud.ts';

const { signal } = new AbortController();

describe('GPUs of an OpenStack of our own', () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    const cloud = doubleCloud(double, 'ours');
    kit = await openOpenstackKit({ ...cloud, network: 'priv', hostName: 'gpu1' });
  });
  after(() => kit.close());

  const gpuSpec = (hostName: string, count: number) =>
    kit.makeSpec({
      hostName,
      gpuModel: 'h100-sxm',
      withGpus: true,
      gpus: Array.from({ length: count }, (_, slot) => ({ slot, device: null })),
      vcores: 24 * count,
      ramGb: 100 * count,
      storageGb: 100,
      localStorageGb: 0,
    });

  test('hosts tell of their GPUs, by which a model is recognised', async () => {
    const hosts = await kit.engine.hosts(signal);
    const gpu1 = hosts.find(({ name }) => name === 'gpu1');
    assert.equal(gpu1?.gpus.length, 8);
    assert.deepEqual(new Set(gpu1?.gpus.map(({ model }) => model)), new Set(['h100-sxm']));
    assert.ok(gpu1?.gpus.every(({ device }) => /^0000:[0-9a-f]{2}:00\.0$/.test(device)));
    assert.ok((gpu1?.found?.cores ?? 0) > 0);
  });

  test('hosts tell which of their GPUs are free and which are used, by one list however many there are', async () => {
    const engine = kit.again({ layout: { ...kit.layout, gpuAliases: new Map([['h100-sxm', 'h100']]) } });
    const used = async () => (await engine.hosts(signal)).find(({ name }) => name === 'gpu2')?.gpus.map((gpu) => gpu.used);
    assert.deepEqual(
      await used(),
      Array.from({ length: 8 }, () => false),
    );
    const spec = gpuSpec('gpu2', 2);
    await kit.running(spec, engine);
    const stranger = double.hosts.find(({ name }) => name === 'gpu2')?.gpus[7];
    assert.ok(stranger);
    stranger.holder = 'somebody';
    const before = double.asked.length;
    assert.deepEqual(await used(), [true, true, ...Array.from({ length: 5 }, () => false), true]);
    assert.deepEqual(
      double.asked
        .slice(before)
        .map(({ path }) => path.replace(/^\/v2\.1/, ''))
        .toSorted(),
      ['/os-services', '/resource_providers'],
    );
    stranger.holder = null;
    await kit.gone(spec, engine);
    double.faults.once(({ path, query }) =>
      path === '/resource_providers' && query.has('resources') ? { status: 500, body: {} } : 'passed',
    );
    assert.deepEqual(new Set(await used()), new Set([undefined]));
  });

  test('which of its host’s GPUs nova gave to a machine is told, and asked for once for each place that it had', async () => {
    const engine = kit.again({ layout: { ...kit.layout, gpuAliases: new Map([['h100-sxm', 'h100']]) } });
    const gpu1 = double.hosts.find(({ name }) => name === 'gpu1');
    const [first] = gpu1?.gpus ?? [];
    assert.ok(gpu1 && first);
    // Somebody else's, so that nova chooses others than Boreal would.
    first.holder = 'somebody';
    const sold = { ...gpuSpec('gpu1', 2), gpus: gpu1.gpus.slice(0, 2).map(({ address }, slot) => ({ slot, device: address })) };
    await kit.running(sold, engine);
    const given = gpu1.gpus.slice(1, 3).map(({ address }) => address);
    const asked = () => double.asked.filter(({ path }) => path.startsWith('/allocations/')).length;
    const before = asked();
    const devices = async () => (await engine.list(signal)).find(({ serverId }) => serverId === sold.serverId)?.devices;
    assert.deepEqual(await devices(), given);
    assert.deepEqual(await devices(), given);
    assert.equal(asked() - before, 1);
    assert.deepEqual(
      (await engine.inspect?.(sold.serverId, signal))?.gpus.map(({ device }) => device),
      given,
    );

    first.holder = null;
    await kit.hibernated(sold, engine);
    assert.equal(await devices(), undefined);
    await kit.running(sold, engine);
    assert.deepEqual(
      await devices(),
      sold.gpus.map(({ device }) => device),
    );
    await kit.gone(sold, engine);
  });

  test('what cards hosts have is asked for once, and afterwards as often as there are hosts', async () => {
    const clock = systemClock();
    let ahead = 0;
    const engine = kit.again({ clock: { ...clock, wall: () => addMs(clock.wall(), ahead) } });
    const inventories = async () => {
      const before = double.asked.length;
      const hosts = await engine.hosts(signal);
      return { hosts, asked: double.asked.slice(before).filter(({ path }) => path.endsWith('/inventories')).length };
    };
    const first = await inventories();
    assert.equal(first.asked, double.hosts.length + 16);
    ahead = 11 * MINUTE_MS;
    const second = await inventories();
    assert.equal(second.asked, double.hosts.length);
    assert.deepEqual(second.hosts, first.hosts);
  });

  test('after a start machines are listed without waiting for a placement that takes long, and with their GPUs once it has told', async () => {
    const engine = kit.again({ layout: { ...kit.layout, gpuAliases: new Map([['h100-sxm', 'h100']]) } });
    const specs = [gpuSpec('gpu1', 1), gpuSpec('gpu1', 1), gpuSpec('gpu1', 1)];
    for (const spec of specs) {
      await kit.running(spec, engine);
    }
    const servers = await kit.client.list('compute', '/servers/detail', { key: 'servers', shape: CloudServer }, signal);
    const deps = { client: kit.client, clock: systemClock(), layout: kit.layout, log: createLog('silent') };
    const asked = () => double.asked.filter(({ path }) => path.startsWith('/allocations/')).length;
    const before = asked();
    const given = createGivenGpus(deps, { withinMs: 200 });
    double.faults.rules = [({ service }) => (service === 'placement' ? { delayMs: 2000 } : 'passed')];
    assert.equal((await given(servers, signal)).size, 0);
    double.faults.rules = [];
    assert.equal((await given(servers, signal)).size, specs.length);
    assert.equal((await given(servers, signal)).size, specs.length);
    // Each once in vain, and once more.
    assert.equal(asked() - before, 2 * specs.length);
    for (const { serverId } of specs) {
      await kit.gone({ serverId }, engine);
    }
  });

  test('where placement does not say which GPUs a machine has, it is listed without, and placement is not asked at every look', async () => {
    const silent = await startCloudDouble({ reportsPci: false });
    const other = await openOpenstackKit({ ...doubleCloud(silent, 'ours'), network: 'priv', hostName: 'gpu1' });
    const engine = other.again({ layout: { ...other.layout, gpuAliases: new Map([['h100-sxm', 'h100']]) } });
    const spec = gpuSpec('gpu1', 1);
    await other.running(spec, engine);
    for (let looks = 0; looks < 3; looks += 1)
      assert.deepEqual(
        (await engine.list(signal)).map(({ devices }) => devices),
        [undefined],
      );
    assert.equal(silent.asked.filter(({ path }) => path.startsWith('/allocations/')).length, 1);
    await other.close();
  });

  test('sixteen GPUs are sold on the two hosts that were asked for, and never seventeen', async () => {
    const engine = kit.again({ layout: { ...kit.layout, gpuAliases: new Map([['h100-sxm', 'h100']]) } });
    const specs = [gpuSpec('gpu1', 8), gpuSpec('gpu2', 4), gpuSpec('gpu2', 4)];
    for (const spec of specs) {
      const machine = await kit.running(spec, engine);
      assert.equal(machine.hostName, spec.hostName);
    }
    assert.equal(double.hosts.flatMap(({ gpus }) => gpus).filter(({ holder }) => holder !== null).length, 16);
    for (const hostName of ['gpu1', 'gpu2']) {
      await assert.rejects(engine.ensureRunning(gpuSpec(hostName, 1), signal), engineError('no_capacity'));
    }
    // Only a machine that is off its host has given its GPUs back.
    const [first] = specs;
    assert.ok(first);
    const all = double.hosts.find(({ name }) => name === 'gpu1')?.gpus.map(({ address: device }, slot) => ({ slot, device }));
    assert.deepEqual((await engine.inspect?.(first.serverId, signal))?.gpus, all);
    await kit.hibernated(first, engine);
    const next = gpuSpec('gpu1', 8);
    await kit.running(next, engine);
  });

  test('nothing is made that would not have the GPUs that are sold, and none of them is used', async () => {
    const held = () => double.hosts.flatMap(({ gpus }) => gpus).filter(({ holder }) => holder !== null).length;
    const [before, machines] = [held(), double.servers().length];
    const refused = async (layout: Partial<typeof kit.layout>, spec = gpuSpec('gpu2', 4)) =>
      assert.rejects(kit.again({ layout: { ...kit.layout, ...layout } }).ensureRunning(spec, signal), engineError('no_capacity'));
    await refused({ gpuAliases: new Map() });
    await refused({ flavors: new Map([['h100-sxmx4', 'lab.nano']]) });
    await refused({ flavors: new Map([['h100-sxmx4', 'lab.h100x2']]) });
    await refused({ flavors: new Map([['h100-sxmx4', 'lab.h100x4']]), gpuAliases: new Map([['h100-sxm', 'a100']]) });
    await refused({ flavors: new Map([['h100-sxmx4', 'lab.h100x4']]) }, { ...gpuSpec('gpu2', 4), withGpus: false });
    assert.deepEqual([held(), double.servers().length], [before, machines]);
  });
});
