import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '../../kit/clock.ts';
import { engineError } from '../conformance-kit.ts';
import type { MachineFirewallRule, MachineSpec } from '../engine.ts';
import { Flavor } from './cloud-shapes.ts';
import { SERVER } from './machine-marks.rules.ts';
import { openOpenstackKit, type OpenstackKit } from './openstack-kit.ts';
import { startCloudDouble, type CloudDouble } from './testing/cloud-double.ts';
import { doubleCloud } from './testing/double-kit-cloud.ts';
import type { Call } from './testing/double-http.ts';

const { signal } = new AbortController();
const ssh: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 };
const isBoot = ({ method, path }: Call) => method === 'POST' && path.endsWith('/servers');

describe("a project of somebody's OpenStack", () => {
  let double: CloudDouble;
  let kit: OpenstackKit;
  before(async () => {
    double = await startCloudDouble();
    kit = await openOpenstackKit(doubleCloud(double, 'theirs'));
  });
  after(() => kit.close());

  const made = (serverId: string) => double.servers().filter(({ metadata }) => metadata[SERVER] === serverId);
  /** Whatever the cloud has of a server. */
  const left = (serverId: string) => ({
    servers: made(serverId).length,
    leftovers: kit.engine.leftovers(signal).then((all) => all.filter((one) => one.serverId === serverId)),
  });
  async function nothingIsLeft(serverId: string): Promise<void> {
    const seen = left(serverId);
    assert.equal(seen.servers, 0);
    assert.deepEqual(await seen.leftovers, []);
  }
  async function running(overrides?: Partial<MachineSpec>): Promise<MachineSpec> {
    const spec = kit.makeSpec(overrides);
    await kit.untilDone(
      () => kit.engine.ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
    return spec;
  }

  test('a machine whose making was not answered is found, and not made again', async () => {
    const spec = kit.makeSpec();
    double.faults.once((call) => (isBoot(call) ? 'lost' : 'passed'));
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('timeout'));
    await running(spec);
    assert.equal(made(spec.serverId).length, 1);
  });

  for (const fate of ['dropped', { status: 500 }, { status: 504 }] as const) {
    const said = typeof fate === 'string' ? fate : `answered with ${fate.status}`;
    test(`while a request that was ${said} may be on its way no other is made, and when it never came one is`, async () => {
      const spec = kit.makeSpec();
      double.faults.once((call) => (isBoot(call) ? fate : 'passed'));
      await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('timeout'));
      const clock = systemClock();
      let ahead = 0;
      const patient = kit.again({ clock: { ...clock, wall: () => addMs(clock.wall(), ahead) }, patienceMs: SECOND_MS });
      assert.equal((await patient.ensureRunning(spec, signal)).power, 'starting');
      assert.equal(made(spec.serverId).length, 0);
      ahead = 120 * SECOND_MS;
      await kit.untilDone(
        () => patient.ensureRunning(spec, signal),
        ({ power }) => power === 'running',
      );
      assert.equal(made(spec.serverId).length, 1);
    });
  }

  test('a machine that nova forgets to make is made again, and not before it is sure', async () => {
    const spec = kit.makeSpec();
    double.faults.nextBootIsLost(({ metadata }) => metadata[SERVER] === spec.serverId);
    const clock = systemClock();
    let ahead = 0;
    const patient = kit.again({ clock: { ...clock, wall: () => addMs(clock.wall(), ahead) }, patienceMs: SECOND_MS });
    assert.equal((await patient.ensureRunning(spec, signal)).power, 'starting');
    const [forgotten] = made(spec.serverId);
    ahead = 4 * MINUTE_MS;
    assert.equal((await patient.observe(spec.serverId, signal)).power, 'starting');
    assert.equal((await patient.ensureRunning(spec, signal)).power, 'starting');
    assert.deepEqual(
      made(spec.serverId).map(({ id }) => id),
      [forgotten?.id],
    );
    ahead = 6 * MINUTE_MS;
    const { power, failure } = await patient.observe(spec.serverId, signal);
    assert.deepEqual([power, failure], ['failed', 'timeout']);
    await kit.untilDone(
      () => patient.ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
    assert.equal(made(spec.serverId).length, 1);
    assert.notEqual(made(spec.serverId)[0]?.id, forgotten?.id);
    await kit.untilDone(
      () => kit.engine.ensureGone(spec.serverId, signal),
      ({ power }) => power === 'absent',
    );
    await nothingIsLeft(spec.serverId);
  });

  test('two processes that make a machine at once make one', async () => {
    const spec = kit.makeSpec();
    const processes = [kit.engine, kit.again(), kit.again(), kit.again()];
    await Promise.allSettled(processes.map((engine) => engine.ensureRunning(spec, signal)));
    await running(spec);
    assert.equal(made(spec.serverId).length, 1);
    await kit.untilDone(
      () => kit.engine.ensureGone(spec.serverId, signal),
      ({ power }) => power === 'absent',
    );
    await nothingIsLeft(spec.serverId);
  });

  test('a machine for which the cloud has no room is refused, and nothing is kept of it', async () => {
    const spec = kit.makeSpec();
    const noRoom = 'No valid host was found. There are not enough hosts available.';
    double.faults.nextBootFails(({ metadata }) => metadata[SERVER] === spec.serverId, noRoom);
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('no_capacity'));
    await kit.untilDone(
      () => kit.engine.ensureGone(spec.serverId, signal),
      ({ power }) => power === 'absent',
    );
    await nothingIsLeft(spec.serverId);
  });

  test('a machine of which nova does not say why it gave it up is booted again, whichever of two clocks is wrong', async () => {
    const made = await running();
    for (const aheadMs of [HOUR_MS, -HOUR_MS]) {
      const clock = { ...systemClock(), wall: () => addMs(new Date(), aheadMs) };
      const skewed = await openOpenstackKit(doubleCloud(double, 'theirs'), '', clock);
      const [machine] = double.servers().filter(({ metadata }) => metadata[SERVER] === made.serverId);
      Object.assign(machine ?? {}, { status: 'ERROR', vmState: 'error', fault: null, updatedAt: addMs(new Date(), -MINUTE_MS) });
      await skewed.untilDone(
        () => skewed.engine.ensureRunning(made, signal),
        ({ power }) => power === 'running',
      );
      skewed.client.close();
    }
  });

  test('each quota that is reached is said to be one, and nothing is kept', async () => {
    const { computeQuota, networks } = double;
    const quotas = [
      { set: (n: number) => void (computeQuota.instances = n), usual: computeQuota.instances },
      { set: (n: number) => void (networks.quota.port = n), usual: networks.quota.port },
      { set: (n: number) => void (networks.quota.floatingip = n), usual: networks.quota.floatingip },
      { set: (n: number) => void (networks.quota.security_group = n), usual: networks.quota.security_group },
    ];
    for (const { set, usual } of quotas) {
      set(0);
      const spec = kit.makeSpec();
      await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('quota'));
      set(usual);
      await kit.untilDone(
        () => kit.engine.ensureGone(spec.serverId, signal),
        ({ power }) => power === 'absent',
      );
      await nothingIsLeft(spec.serverId);
    }
  });

  test('for how many more machines of a size each quota has room is told, and none of a size without a flavor', async () => {
    const { computeQuota } = double;
    const usual = { ...computeQuota };
    const { image: _, ...size } = kit.makeSpec();
    const room = (of: object = {}) => kit.engine.capacity({ ...size, gpuCount: 1, ...of }, 'az1', signal);
    const mine = double.servers().filter(({ project }) => project.name === 'demo');
    const sum = (of: 'vcpus' | 'ram') => mine.reduce((all, { flavor }) => all + flavor[of], 0);
    const flavor = (await kit.client.list('compute', '/flavors/detail', { key: 'flavors', shape: Flavor }, signal)).find(
      ({ name }) => name === 'lab.nano',
    );
    assert.ok(flavor);
    assert.equal(await room(), null);
    computeQuota.instances = mine.length + 5;
    assert.equal(await room(), 5);
    computeQuota.cores = sum('vcpus') + 3 * flavor.vcpus;
    assert.equal(await room(), 3);
    computeQuota.ram = sum('ram') + 3 * flavor.ram - 1;
    assert.equal(await room(), 2);
    computeQuota.instances = mine.length;
    assert.equal(await room(), 0);
    assert.equal(await room({ gpuModel: 'h100-sxm', gpuCount: 8 }), 0);
    Object.assign(computeQuota, usual);
    assert.equal(await room({ gpuModel: 'h100-sxm', gpuCount: 8 }), 0);
  });

  test('of a backup that fails nova leaves nothing', async () => {
    const { serverId } = await running();
    double.faults.nextSnapshotFails(({ metadata }) => metadata[SERVER] === serverId);
    await kit.engine.backup(serverId, 'bkp_failing', signal);
    assert.equal((await kit.untilBackup('bkp_failing', 'absent')).state, 'absent');
    await kit.engine.backup(serverId, 'bkp_again', signal);
    await kit.untilBackup('bkp_again', 'ready');
  });

  test('what a token that was revoked asked for is asked again with a new one', async () => {
    const spec = await running();
    double.faults.revokeTokens();
    assert.equal((await kit.engine.ensureStopped(spec.serverId, signal)).power, 'stopped');
  });

  test('a machine from which nobody may be looked at counts as up after a minute', async () => {
    const clock = systemClock();
    let ahead = 0;
    const blind = kit.again({
      clock: { ...clock, wall: () => addMs(clock.wall(), ahead) },
      patienceMs: SECOND_MS,
      probe: async () => false,
      layout: { ...kit.layout, probesFrom: [] },
    });
    const spec = kit.makeSpec({ firewall: [] });
    let seen = await blind.ensureRunning(spec, signal);
    assert.equal(seen.power, 'starting');
    ahead = 61 * SECOND_MS;
    for (let tries = 0; seen.power !== 'running' && tries < 20; tries += 1) seen = await blind.ensureRunning(spec, signal);
    assert.equal(seen.power, 'running');
  });

  test('a machine comes up although looking at it takes all the time that a call has, and its guest is slow to greet', async () => {
    const { probe } = doubleCloud(double, 'theirs');
    assert.ok(probe);
    const busy = kit.again({
      patienceMs: 1,
      probe: (at, options) => (options.limitMs < SECOND_MS / 2 ? Promise.resolve(false) : probe(at, options)),
    });
    const spec = kit.makeSpec({ firewall: [] });
    await kit.untilDone(
      () => busy.ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
  });

  test('one service that is away does not make the engine count as down', async () => {
    const { serverId } = await running({ firewall: [ssh] });
    for (const service of ['compute', 'network'] as const) {
      await double.faults.down(service);
      await assert.rejects(kit.again().list(signal), { ...engineError('timeout'), silence: 'no_service' }, service);
      await assert.rejects(kit.again().observe(serverId, signal), engineError('timeout'), service);
      await double.faults.up(service);
    }
    await kit.until(serverId, 'running');
  });

  test('how it was sold is written where no guest reads it, and is that of the last start, also of one that wakes slowly', async () => {
    const spec = await running({ record: 'sold to acc_secret' });
    const { serverId } = spec;
    const [server] = made(serverId);
    assert.ok(server);
    const { metadata, tags, description, userData } = server;
    assert.doesNotMatch(JSON.stringify({ metadata, tags, description, userData }), /sold|boreal:00:/);
    await kit.untilDone(
      () => kit.engine.ensureHibernated(serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    // Who wakes it does not wait until nova has: from here on it is only looked at.
    await kit.again({ patienceMs: 1 }).ensureRunning({ ...spec, record: 'sold anew' }, signal);
    await kit.until(serverId, 'running');
    assert.equal((await kit.engine.inspect?.(serverId, signal))?.record, 'sold anew');
  });

  test('a machine that somebody made by hand tells what the cloud knows of it, and not whose it is', async () => {
    await kit.plantOrphan?.('srv_byhand', 'az1');
    await kit.until('srv_byhand', 'starting');
    const found = await kit.engine.inspect?.('srv_byhand', signal);
    assert.deepEqual([found?.record, found?.gpus, found?.machine.serverId], [null, [], 'srv_byhand']);
  });

  test('a cloud that takes no tags has its machines all the same', async () => {
    double.faults.once(({ method, path }) => (method === 'PUT' && path.endsWith('/tags') ? { status: 404, body: {} } : 'passed'));
    const { serverId } = await running();
    assert.equal((await kit.engine.inspect?.(serverId, signal))?.record, null);
  });

  test('at rest, three lists tell of all machines, however many there are', async () => {
    await running();
    const before = double.asked.length;
    const listed = await kit.engine.list(signal);
    assert.ok(listed.length > 1);
    assert.equal(double.asked.length - before, 3);
  });
});

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
    await kit.untilDone(
      () => engine.ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
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
    await kit.untilDone(
      () => engine.ensureGone(spec.serverId, signal),
      ({ power }) => power === 'absent',
    );
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
    await kit.untilDone(
      () => engine.ensureRunning(sold, signal),
      ({ power }) => power === 'running',
    );
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
    await kit.untilDone(
      () => engine.ensureHibernated(sold.serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    assert.equal(await devices(), undefined);
    await kit.untilDone(
      () => engine.ensureRunning(sold, signal),
      ({ power }) => power === 'running',
    );
    assert.deepEqual(
      await devices(),
      sold.gpus.map(({ device }) => device),
    );
    await kit.untilDone(
      () => engine.ensureGone(sold.serverId, signal),
      ({ power }) => power === 'absent',
    );
  });

  test('where placement does not say which GPUs a machine has, it is listed without, and placement is not asked at every look', async () => {
    const silent = await startCloudDouble({ reportsPci: false });
    const other = await openOpenstackKit({ ...doubleCloud(silent, 'ours'), network: 'priv', hostName: 'gpu1' });
    const engine = other.again({ layout: { ...other.layout, gpuAliases: new Map([['h100-sxm', 'h100']]) } });
    const spec = gpuSpec('gpu1', 1);
    await other.untilDone(
      () => engine.ensureRunning(spec, signal),
      ({ power }) => power === 'running',
    );
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
      const machine = await kit.untilDone(
        () => engine.ensureRunning(spec, signal),
        ({ power }) => power === 'running',
      );
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
    await kit.untilDone(
      () => engine.ensureHibernated(first.serverId, signal),
      ({ power }) => power === 'hibernated',
    );
    const next = gpuSpec('gpu1', 8);
    await kit.untilDone(
      () => engine.ensureRunning(next, signal),
      ({ power }) => power === 'running',
    );
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
