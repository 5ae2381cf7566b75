import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addMs, HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '../../../kit/clock.ts';
import { engineError } from '../../conformance-kit.ts';
import type { MachineFirewallRule, MachineSpec } from '../../engine.ts';
import { Flavor } from '../cloud/cloud-shapes.ts';
import { SERVER } from '../machine/machine-marks.rules.ts';
import { openOpenstackKit, type OpenstackKit } from '../openstack-kit.ts';
import { doubleCloud } from '../testing/double-kit-cloud.ts';
import { openDoubleKit } from '../testing/open-double-kit.ts';
import type { Call } from '../testing/double-http.ts';

const { signal } = new AbortController();
const ssh: MachineFirewallRule = { direction: 'ingress', protocol: 'tcp', ethertype: 'IPv4', cidr: '0.0.0.0/0', portMin: 22, portMax: 22 };
const isBoot = ({ method, path }: Call) => method === 'POST' && path.endsWith('/servers');

const { double, kit } = await openDoubleKit('theirs');
after(() => kit.close());

describe("a project of somebody's OpenStack", () => {
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
    await kit.running(spec);
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
      await kit.running(spec, patient);
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
    await kit.running(spec, patient);
    assert.equal(made(spec.serverId).length, 1);
    assert.notEqual(made(spec.serverId)[0]?.id, forgotten?.id);
    await kit.gone(spec);
    await nothingIsLeft(spec.serverId);
  });

  test('two processes that make a machine at once make one', async () => {
    const spec = kit.makeSpec();
    const processes = [kit.engine, kit.again(), kit.again(), kit.again()];
    await Promise.allSettled(processes.map((engine) => engine.ensureRunning(spec, signal)));
    await running(spec);
    assert.equal(made(spec.serverId).length, 1);
    await kit.gone(spec);
    await nothingIsLeft(spec.serverId);
  });

  test('a machine for which the cloud has no room is refused, and nothing is kept of it', async () => {
    const spec = kit.makeSpec();
    const noRoom = 'No valid host was found. There are not enough hosts available.';
    double.faults.nextBootFails(({ metadata }) => metadata[SERVER] === spec.serverId, noRoom);
    await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('no_capacity'));
    await kit.gone(spec);
    await nothingIsLeft(spec.serverId);
  });

  test('a machine of which nova does not say why it gave it up is booted again, whichever of two clocks is wrong', async () => {
    const made = await running();
    for (const aheadMs of [HOUR_MS, -HOUR_MS]) {
      const clock = { ...systemClock(), wall: () => addMs(new Date(), aheadMs) };
      const skewed = await openOpenstackKit(doubleCloud(double, 'theirs'), '', clock);
      const [machine] = double.servers().filter(({ metadata }) => metadata[SERVER] === made.serverId);
      Object.assign(machine ?? {}, { status: 'ERROR', vmState: 'error', fault: null, updatedAt: addMs(new Date(), -MINUTE_MS) });
      await skewed.running(made);
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
      await kit.gone(spec);
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

  /** The engine where no machine greets anybody, and how its clock is put forward. */
  const unseeing = (more: Parameters<OpenstackKit['again']>[0] = {}) => {
    const clock = systemClock();
    let ahead = 0;
    const again = { clock: { ...clock, wall: () => addMs(clock.wall(), ahead) }, patienceMs: SECOND_MS, probe: async () => false };
    return { blind: kit.again({ ...again, ...more }), pass: (ms: number) => (ahead += ms) };
  };

  test('a machine from which nobody may be looked at counts as up after a minute', async () => {
    const { blind, pass } = unseeing({ layout: { ...kit.layout, probesFrom: [] } });
    const spec = kit.makeSpec({ firewall: [] });
    let seen = await blind.ensureRunning(spec, signal);
    assert.equal(seen.power, 'starting');
    pass(61 * SECOND_MS);
    for (let tries = 0; seen.power !== 'running' && tries < 20; tries += 1) seen = await blind.ensureRunning(spec, signal);
    assert.equal(seen.power, 'running');
  });

  test('so does one whose disk is a customer’s backup: what starts on it by itself would work until it is given up, and refunded', async () => {
    const { blind, pass } = unseeing();
    const { serverId } = await running();
    await kit.engine.backup(serverId, 'bkp_closed', signal);
    await kit.untilBackup('bkp_closed', 'ready');
    const [made, copy] = [kit.makeSpec(), kit.makeSpec({ fromBackupId: 'bkp_closed' })];
    for (const spec of [made, copy]) assert.equal((await blind.ensureRunning(spec, signal)).power, 'starting');
    pass(61 * SECOND_MS);
    let seen = await blind.ensureRunning(copy, signal);
    for (let tries = 0; seen.power !== 'running' && tries < 20; tries += 1) seen = await blind.ensureRunning(copy, signal);
    assert.equal(seen.power, 'running');
    assert.equal((await blind.ensureRunning(made, signal)).power, 'starting', 'what we made ourselves has to greet');
  });

  test('a machine that nova calls deleted is not gone before nova has forgotten it: without placement it cannot, and the machine is there again', async () => {
    const { serverId } = await running();
    const hasty = kit.again({ patienceMs: 0 });
    const [machine] = double.servers().filter(({ name }) => name === serverId.replace('_', '-'));
    assert.ok(machine);
    Object.assign(machine, { status: 'DELETED', vmState: 'deleted', taskState: null });
    double.faults.once(({ method, path }) => (method === 'DELETE' && path.endsWith(machine.id) ? { status: 204 } : 'passed'));
    assert.equal((await hasty.ensureGone(serverId, signal)).power, 'deleting');
    assert.equal((await kit.engine.observe(serverId, signal)).power, 'deleting');
    assert.deepEqual(
      (await kit.engine.list(signal)).filter((one) => one.serverId === serverId).map(({ power }) => power),
      ['deleting'],
    );
    Object.assign(machine, { status: 'ERROR', vmState: 'error' });
    await kit.gone({ serverId });
    assert.ok(!double.servers().includes(machine));
  });

  test('a machine comes up although looking at it takes all the time that a call has, and its guest is slow to greet', async () => {
    const { probe } = doubleCloud(double, 'theirs');
    assert.ok(probe);
    const busy = kit.again({
      patienceMs: 1,
      probe: (at, options) => (options.limitMs < SECOND_MS / 2 ? Promise.resolve(false) : probe(at, options)),
    });
    const spec = kit.makeSpec({ firewall: [] });
    await kit.running(spec, busy);
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
    await kit.hibernated({ serverId });
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
    double.faults.rules = [({ method, path }) => (method === 'PUT' && path.endsWith('/tags') ? { status: 404, body: {} } : 'passed')];
    const { serverId } = await running();
    assert.equal((await kit.engine.inspect?.(serverId, signal))?.record, null);
    double.faults.rules = [];
  });

  test('what it was sold as is written when it is next told to run, where the cloud had no answer to that', async () => {
    const spec = kit.makeSpec({ record: 'sold to acc_late' });
    double.faults.once(({ method, path }) => (method === 'PUT' && path.endsWith('/tags') ? { status: 500, body: {} } : 'passed'));
    await assert.rejects(kit.engine.ensureRunning(spec, signal));
    assert.equal(made(spec.serverId).length, 1);
    await kit.running(spec);
    assert.equal(made(spec.serverId).length, 1);
    assert.equal((await kit.engine.inspect?.(spec.serverId, signal))?.record, 'sold to acc_late');
  });

  test('of a port whose rules the cloud refuses, nothing is left', async () => {
    const spec = kit.makeSpec();
    double.faults.once(({ method, path }) =>
      method === 'POST' && path.endsWith('/security-group-rules') ? { status: 403, body: {} } : 'passed',
    );
    await assert.rejects(kit.engine.ensureRunning(spec, signal));
    assert.deepEqual(
      (await kit.engine.leftovers(signal)).filter(({ serverId }) => serverId === spec.serverId),
      [],
    );
  });

  test('at rest, four lists tell of all machines, however many there are', async () => {
    await running();
    const before = double.asked.length;
    const listed = await kit.engine.list(signal);
    assert.ok(listed.length > 1);
    assert.equal(double.asked.length - before, 4);
  });
});
