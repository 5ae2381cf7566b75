import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { lab as furniture } from '../../../../../dev/incus/furnish.ts';
import { inside, whyNoLab, type Lab } from '../../../../../dev/incus/lab.ts';
import { engineError } from '../../conformance-kit.ts';
import type { MachinePower, MachineSpec, Observed } from '../../engine.ts';
import { labAddresses, openIncusKit, type IncusKit } from '../incus-kit.ts';
import { IncusError } from '../client/incus-errors.ts';
import { Instance } from '../client/incus-shapes.ts';
import { instanceName } from '../rules/machine-marks.rules.ts';

const why = await whyNoLab();
const { signal } = new AbortController();
/** Far more than any step takes on a busy test computer. */
const ASKED_FOR_MS = 60_000;
const Volumes = z.array(z.object({ name: z.string() }));

describe('a machine on a real Incus', why === null ? {} : { skip: why }, () => {
  const addresses = labAddresses();
  let kit: IncusKit;
  before(async () => {
    kit = await openIncusKit({ addresses });
  });
  after(() => kit.close());

  test('leaves neither rules, disk nor address behind, however short the calls are in which it goes', async () => {
    const { serverId } = await running();
    // Each call begins one step and waits for none: it goes off, then it goes.
    const hasty = kit.again({ patienceMs: 0 });
    for (const seen of ['stopped', 'absent'] as const) {
      assert.equal((await hasty.ensureGone(serverId, signal)).power, 'deleting');
      await kit.until(serverId, seen);
    }
    // Whoever only looks sees it gone before what went with it.
    assert.notDeepEqual(await leftOf(serverId), []);
    assert.equal((await hasty.ensureGone(serverId, signal)).power, 'absent');
    assert.deepEqual(await leftOf(serverId), []);
  });

  test('is the same to cloud-init after a stop and a hibernation, also for a Boreal that would tell a new machine more', async () => {
    const spec = await running();
    const { serverId } = spec;
    const path = `/1.0/instances/${instanceName(serverId)}`;
    const told = async () => {
      const { config } = (await kit.client.read(path, Instance, signal)).value;
      return [config['cloud-init.user-data'], config['volatile.cloud-init.instance-id']];
    };
    const restarted = async (as: MachineSpec) => {
      await kit.engine.ensureStopped(serverId, signal);
      await kit.until(serverId, 'stopped');
      await kit.engine.ensureRunning(as, signal);
      await kit.until(serverId, 'running');
      return told();
    };
    const body = { config: { 'cloud-init.user-data': '#cloud-config\n{"disable_root":true}\n' } };
    await kit.client.change({ method: 'PATCH', path, body }, { ms: ASKED_FOR_MS, signal });
    const before = await told();
    assert.deepEqual(await restarted(spec), before);
    await kit.engine.ensureHibernated(serverId, signal);
    await kit.until(serverId, 'hibernated');
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(serverId, 'running');
    assert.deepEqual(await told(), before);
    const [now, instanceId] = await restarted({ ...spec, publicKey: `${spec.publicKey} again` });
    assert.match(now ?? '', /again/);
    assert.notEqual(instanceId, before[1]);
    await kit.untilDone(
      () => kit.engine.ensureGone(serverId, signal),
      ({ power }) => power === 'absent',
    );
  });

  test('keeps and loses its rules as it should while those of others go', async () => {
    const { serverId } = await running();
    const others = { stop: false };
    const busy = ['a', 'b', 'c', 'd'].map((name) => makeAndRemoveRules(name, others));
    try {
      for (let port = 1; port <= 10; port += 1) {
        const rule = {
          direction: 'ingress',
          protocol: 'tcp',
          ethertype: 'IPv4',
          cidr: '203.0.113.0/24',
          portMin: port,
          portMax: port,
        } as const;
        await kit.engine.applyFirewall(serverId, [rule], signal);
        const gone = `srv_gone${port}`;
        await makeRules(instanceName(gone));
        await kit.engine.ensureGone(gone, signal);
      }
      await kit.engine.ensureGone(serverId, signal);
    } finally {
      others.stop = true;
      await Promise.all(busy);
    }
    assert.deepEqual((await kit.client.read('/1.0/network-acls', z.array(z.string()), signal)).value, []);
  });

  test('is not taken for a torn one by who finds it while another makes it', async () => {
    const spec = kit.makeSpec();
    const path = `/1.0/instances/${instanceName(spec.serverId)}`;
    const begun = Promise.withResolvers<void>();
    let isFirst = true;
    kit.proxy.rules.push((passing) => {
      if (!isFirst || passing.method !== 'GET' || !passing.path.startsWith(path)) return 'passed';
      isFirst = false;
      return { after: begun.promise };
    });
    const removals: string[] = [];
    kit.proxy.rules.push((passing) => {
      if (passing.method === 'DELETE') removals.push(passing.path);
      return 'passed';
    });
    try {
      // Its list of what Incus does is from before the making, and what it reads of the machine is from during it.
      const late = kit.engine.ensureRunning(spec, signal);
      const maker = kit.again().ensureRunning(spec, signal);
      const end = Date.now() + ASKED_FOR_MS;
      while ((await kit.client.find(path, z.unknown(), signal)) === null) assert.ok(Date.now() < end, 'it is not made');
      begun.resolve();
      await Promise.all([late, maker]);
      await kit.until(spec.serverId, 'running');
      assert.deepEqual(removals, []);
    } finally {
      begun.resolve();
      kit.proxy.rules = [];
    }
    await kit.engine.ensureGone(spec.serverId, signal);
  });

  async function makeAndRemoveRules(name: string, until: { readonly stop: boolean }): Promise<void> {
    for (let n = 0; !until.stop; n += 1) {
      await makeRules(`${name}${n}`);
      const path = `/1.0/network-acls/${name}${n}`;
      const removed = () => kit.client.change({ method: 'DELETE', path }, { ms: ASKED_FOR_MS, signal });
      while ((await removed().catch((error: unknown) => error)) instanceof IncusError);
    }
  }

  async function makeRules(name: string): Promise<void> {
    const body = { name, description: '', config: {}, ingress: [], egress: [] };
    await kit.client.change({ method: 'POST', path: '/1.0/network-acls', body }, { ms: ASKED_FOR_MS, signal });
  }

  test('that ended by itself starts, however soon after it is wanted', async () => {
    const spec = kit.makeSpec();
    await kit.untilAsked(spec);
    const path = `/1.0/instances/${instanceName(spec.serverId)}`;
    for (let time = 0; time < 3; time += 1) {
      await kit.run(spec.serverId, 'poweroff -f').catch(() => undefined);
      const end = Date.now() + ASKED_FOR_MS;
      while ((await kit.client.find(path, Instance, signal))?.value.status !== 'Stopped') assert.ok(Date.now() < end, 'it does not end');
      await kit.untilAsked(spec);
    }
    await kit.engine.ensureGone(spec.serverId, signal);
  });

  test('that does not start for a reason that nobody knows is started twice', async () => {
    const spec = kit.makeSpec();
    await kit.untilAsked(spec);
    await kit.engine.ensureStopped(spec.serverId, signal);
    const starts: string[] = [];
    kit.proxy.rules.push(({ path, body }) => {
      if (!path.includes(`${instanceName(spec.serverId)}/state`) || !body.includes('"start"')) return 'passed';
      starts.push(path);
      return starts.length === 1 ? { body: body.replace('"start"', '"unheard of"') } : 'passed';
    });
    try {
      assert.equal((await kit.engine.ensureRunning(spec, signal)).failure, null);
      assert.equal((await kit.until(spec.serverId, 'running')).failure, null);
      assert.equal(starts.length, 2);
    } finally {
      kit.proxy.rules = [];
    }
    await kit.engine.ensureGone(spec.serverId, signal);
  });

  test('is not failed by a step that outlasts the call', async () => {
    const spec = kit.makeSpec();
    const { serverId } = spec;
    const hasty = kit.again({ patienceMs: 0 });
    const asked = async (ask: () => Promise<Observed>, power: MachinePower) => {
      const limit = performance.now() + ASKED_FOR_MS;
      for (;;) {
        const machine = await ask();
        assert.equal(machine.failure, null);
        if (machine.power === power) return;
        if (performance.now() > limit) assert.fail(`not within ${ASKED_FOR_MS / 1000} s: ${power}; seen: ${JSON.stringify(machine)}`);
        await sleep(20);
      }
    };
    await asked(() => hasty.ensureRunning(spec, signal), 'starting');
    assert.equal((await kit.until(serverId, 'running')).failure, null);
    const { value } = await kit.client.read(`/1.0/instances/${instanceName(serverId)}`, z.object({ description: z.string() }), signal);
    assert.equal(value.description, `Boreal server ${serverId}`);
    await asked(() => hasty.ensureStopped(serverId, signal), 'stopped');
    await asked(() => hasty.ensureRunning(spec, signal), 'starting');
    await kit.until(serverId, 'running');
    await asked(() => hasty.ensureHibernated(serverId, signal), 'hibernated');
    await asked(() => hasty.ensureGone(serverId, signal), 'absent');
  });

  test('is failed, once in each call, by what it needs and is not there', async () => {
    const spec = kit.makeSpec();
    let asked = 0;
    kit.proxy.rules.push(({ method, path, body }) => {
      if (method !== 'POST' || !path.startsWith('/1.0/instances?')) return 'passed';
      asked += 1;
      const lost = { type: 'disk', pool: furniture.storagePool, source: 'lost', path: '/lost' };
      return { body: body.replace('"devices":{', `"devices":{"lost":${JSON.stringify(lost)},`) };
    });
    try {
      // Incus answers who waits for that with 404.
      await assert.rejects(kit.engine.ensureRunning(spec, signal), engineError('unknown'));
      assert.equal(asked, 1);
    } finally {
      kit.proxy.rules = [];
    }
    assert.equal((await kit.engine.ensureGone(spec.serverId, signal)).power, 'absent');
    assert.deepEqual(await leftOf(spec.serverId), []);
  });

  test('that its host went down under is still to start, and is neither switched off by its owner nor lost', async () => {
    const machines = [await running(), await running()];
    // So that Incus does not start them itself while we look.
    for (const { serverId } of machines)
      await kit.client.change(
        { method: 'PATCH', path: `/1.0/instances/${instanceName(serverId)}`, body: { config: { 'boot.autostart': 'false' } } },
        { ms: ASKED_FOR_MS, signal },
      );
    await kit.lab.holdIncus();
    killGuests(kit.lab);
    await kit.lab.releaseIncus();
    const limit = performance.now() + ASKED_FOR_MS;
    while ((await kit.client.text('/1.0', signal).catch(() => '')) === '') {
      if (performance.now() > limit) assert.fail('Incus does not come back');
      await sleep(200);
    }
    const [spec, other] = machines;
    assert.ok(spec && other);
    assert.equal((await kit.until(spec.serverId, 'starting')).failure, null);
    assert.equal((await kit.engine.list(signal)).find(({ serverId }) => serverId === spec.serverId)?.power, 'starting');
    assert.equal((await kit.untilAsked(spec)).power, 'running');
    assert.equal((await kit.engine.ensureStopped(other.serverId, signal)).power, 'stopped');
    assert.equal((await kit.engine.observe(other.serverId, signal)).power, 'stopped');
    for (const { serverId } of machines) await kit.engine.ensureGone(serverId, signal);
  });

  /** As a power cut does, with Incus away: nothing is noted anywhere. */
  function killGuests(lab: Lab): void {
    const processes = inside(lab, ['ps', '-eo', 'pid=,ppid=,args='])
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    const monitors = processes.filter(([, , ...args]) => args.join(' ').startsWith('[lxc monitor]')).map(([pid = '']) => pid);
    const guests = processes.filter(([, parent = '']) => monitors.includes(parent)).map(([pid = '']) => pid);
    // Some are gone as soon as the others are.
    inside(lab, ['sh', '-c', `kill -KILL ${[...monitors, ...guests].join(' ')} || true`]);
  }

  test('has the processors, memory and disks that were sold, seen from inside, and others when it is set to others', async () => {
    const spec = kit.makeSpec({ vcores: 1, ramGb: 1, storageGb: 1, localStorageGb: 1 });
    const { serverId } = spec;
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(serverId, 'running');
    assert.deepEqual(await seenInside(serverId), { processors: 1, memoryKb: memoryKb(1) });
    // Plain folders, which a lab has where there is no btrfs, know no limits.
    const { value: pool } = await kit.client.read(`/1.0/storage-pools/${furniture.storagePool}`, z.object({ driver: z.string() }), signal);
    for (const disk of pool.driver === 'dir' ? [] : ['/etc', '/work']) {
      const fill = `dd if=/dev/zero of=${disk}/big bs=1M count=1100 conv=fsync >/dev/null 2>/tmp/said && echo fits`;
      // What was said is kept where there is room: a full disk has none for it.
      const said = await kit.run(serverId, `mount -t tmpfs tmpfs /tmp; ${fill}; rm ${disk}/big; cat /tmp/said; umount /tmp`);
      assert.match(said, /Disk quota exceeded|No space left/, disk);
      assert.doesNotMatch(said, /fits/);
    }
    await kit.engine.ensureStopped(serverId, signal);
    await kit.until(serverId, 'stopped');
    await kit.engine.ensureRunning({ ...spec, vcores: 2, ramGb: 2 }, signal);
    await kit.until(serverId, 'running');
    assert.deepEqual(await seenInside(serverId), { processors: Math.min(2, availableParallelism()), memoryKb: memoryKb(2) });
  });

  /** What the guest is told it has; without FUSE nothing tells it of its limit. */
  const memoryKb = (gb: number) => (existsSync('/dev/fuse') ? gb * 1024 * 1024 : Math.floor(totalmem() / 1024));

  async function seenInside(serverId: string): Promise<{ processors: number; memoryKb: number }> {
    const said = await kit.run(serverId, "nproc; awk '/^MemTotal/ { print $2 }' /proc/meminfo");
    const [processors = 0, total = 0] = said.split('\n').map(Number);
    return { processors, memoryKb: total };
  }

  async function running(): Promise<MachineSpec> {
    const spec = kit.makeSpec();
    await kit.engine.ensureRunning(spec, signal);
    await kit.until(spec.serverId, 'running');
    return spec;
  }

  async function leftOf(serverId: string): Promise<string[]> {
    const name = instanceName(serverId);
    const rules = await kit.client.find(`/1.0/network-acls/${name}`, z.object({ name: z.string() }), signal);
    const volumes = await kit.client.read(`/1.0/storage-pools/${furniture.storagePool}/volumes/custom?recursion=1`, Volumes, signal);
    return [
      ...(rules ? ['rules'] : []),
      ...volumes.value.filter((volume) => volume.name.startsWith(name)).map((volume) => volume.name),
      ...addresses.heldBy(serverId),
    ];
  }
});
