import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Engine, MachineSpec } from '../../../../engines/engine.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { setHostState } from '../../capacity/hosts/set-host-state.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { convergeServer } from '../converge/converge-server.ts';
import { evacuateHosts } from './evacuate-hosts.ts';
import { listServerEvents } from '../../servers/views/list-server-events.ts';
import { moveServer } from '../move-server.ts';
import { enginesOf } from '../../../../engines/engines.ts';

const HOURLY = 3_990_000n;

describe('a host that is drained', () => {
  let cloud: Cloud;
  let customer: Customer;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [2] } });
    customer = await cloud.customer('100');
  });
  afterEach(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  const evacuate = (engine: Engine = cloud.engine) => evacuateHosts(cloud.ctx, engine);
  async function hosts() {
    return listHosts(cloud.db.sql);
  }
  async function drainFirst(): Promise<void> {
    const [first] = await hosts();
    await setHostState(cloud.ctx, { hostId: first?.id ?? '', state: 'draining' });
  }
  async function addSecond(): Promise<string> {
    const [first] = await hosts();
    return (await addHost(cloud.ctx, { poolId: first?.poolId ?? '', name: 'second', gpuCount: 2 })).id;
  }
  async function deployed(): Promise<string> {
    const id = await customer.deploy();
    await cloud.settle();
    return id;
  }

  test('moves nothing when it accepts again before its servers are wished away: a machine stays on the GPUs that it is on', async () => {
    const id = await deployed();
    const before = { server: await cloud.server(id), hosts: await hosts() };
    assert.equal(await moveServer(cloud.ctx, before.server), 'busy');
    assert.deepEqual({ server: await cloud.server(id), hosts: await hosts() }, before);
    await checkGpus(cloud);
  });

  test('sends a server that runs to another one: it restarts there, keeps its address, and does not pay for the way', async () => {
    const id = await deployed();
    const before = await cloud.server(id);
    const second = await addSecond();
    await drainFirst();
    cloud.clock.advance(HOUR_MS / 2);
    const balance = await customer.balance();
    assert.deepEqual(await evacuate(), [{ hostName: 'h100-sxm-0', moving: [id], stuck: [] }]);
    const under = await cloud.server(id);
    assert.deepEqual([under.status, under.task, under.hostId], ['PROVISIONING', 'moving', second]);
    // It still runs: nothing is refunded before it is off.
    assert.equal(await customer.balance(), balance);
    // Nobody gets the old GPUs before the machine has left them.
    assert.deepEqual((await hosts())[0]?.gpus.map((gpu) => gpu.leavingServerId).filter(Boolean), [id]);
    assert.deepEqual((await evacuate())[0]?.moving, []);

    await cloud.settle({ repeatEachStep: 2 });
    const there = await cloud.server(id);
    assert.deepEqual([there.status, there.task, there.ipv4], ['ACTIVE', null, before.ipv4]);
    assert.equal((await cloud.engine.observe(id, new AbortController().signal)).hostName, 'second');
    const refund = (await customer.balance()) - balance + HOURLY;
    assert.ok(refund > 0n && refund <= HOURLY / 2n, String(refund));
    assert.deepEqual(
      (await hosts()).map(({ used }) => used),
      [0, 1],
    );
    const { items: events } = await listServerEvents(customer.ctx, { serverId: id, locale: 'en' });
    assert.ok(events.some((event) => event.type === 'server.moving' && event.reason === 'HOST_DRAINED' && event.level === 'warning'));
  });

  test('costs nobody anything from when a move begins, however long the worker is away', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    cloud.clock.advance(HOUR_MS / 2);
    const balance = await customer.balance();
    await evacuate();
    // The machine is told to shut down, and nobody looks again before three more hours would have begun.
    await cloud.pass(SECOND_MS, SECOND_MS);
    cloud.clock.advance(3 * HOUR_MS);
    await cloud.meter();
    assert.equal(await customer.balance(), balance);
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    const refund = (await customer.balance()) - balance + HOURLY;
    assert.ok(refund > (HOURLY * 49n) / 100n && refund <= HOURLY / 2n, String(refund));
  });

  test('does not refund a server that ignores its shutdown before it is switched off', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    await cloud.engine.faults.guestNeverEnds({ serverId: id });
    const balance = await customer.balance();
    await evacuate();
    await cloud.pass(80 * SECOND_MS, 10 * SECOND_MS);
    assert.equal(await customer.balance(), balance);
    assert.equal((await cloud.engine.observe(id, new AbortController().signal)).hostName, 'h100-sxm-0');
    await cloud.pass(MINUTE_MS, SECOND_MS);
    assert.equal((await cloud.engine.observe(id, new AbortController().signal)).hostName, 'second');
    assert.deepEqual([(await cloud.server(id)).status, await cloud.gpusTaken()], ['ACTIVE', 1]);
  });

  test('stops the clock of a server that was on its way when the host went silent', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    await evacuate();
    await cloud.engine.faults.hostLost('h100-sxm-0');
    const balance = await customer.balance();
    await cloud.pass(5 * MINUTE_MS);
    cloud.clock.advance(3 * HOUR_MS);
    await cloud.pass(MINUTE_MS);
    assert.ok((await customer.balance()) > balance);
    await cloud.engine.faults.hostBack('h100-sxm-0');
    await cloud.settle();
    assert.deepEqual([(await cloud.server(id)).status, await cloud.gpusTaken()], ['ACTIVE', 1]);
  });

  test('says so when a server does not come up on the other one: it is in ERROR there, refunded, and a reboot tries again', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    await cloud.engine.faults.bootFails({ serverId: id, times: 3 });
    cloud.clock.advance(HOUR_MS / 4);
    const balance = await customer.balance();
    await evacuate();
    await cloud.settle({ repeatEachStep: 2 });
    const given = await cloud.server(id);
    assert.deepEqual([given.status, given.task, given.waitReason], ['ERROR', null, 'BOOT_FAILED']);
    const { items: events } = await listServerEvents(customer.ctx, { serverId: id, locale: 'en' });
    const told = events.find((event) => event.type === 'server.error');
    assert.match(told?.message ?? '', /did not start on the one it was moved to.*refunded.*Reboot it to try again/);
    assert.ok(!events.some((event) => event.type === 'server.restore_failed' || event.type === 'server.hibernated'));
    const refund = (await customer.balance()) - balance;
    assert.ok(refund > 0n && refund < HOURLY, String(refund));
    // Nothing of it is left on the host that is being emptied.
    assert.deepEqual((await hosts())[0]?.gpus.map((gpu) => gpu.leavingServerId).filter(Boolean), []);
    await customer.act(id, 'reboot');
    await cloud.settle();
    const back = await cloud.server(id);
    assert.deepEqual([back.status, (await cloud.engine.observe(id, new AbortController().signal)).hostName], ['ACTIVE', 'second']);
    assert.equal(await customer.balance(), balance + refund - HOURLY);
    await checkGpus(cloud);
  });

  test('sends a server that is off to another one, where it stays off and starts', async () => {
    const id = await deployed();
    await customer.act(id, 'stop');
    await cloud.settle();
    await addSecond();
    await drainFirst();
    const balance = await customer.balance();
    await evacuate();
    await cloud.settle({ repeatEachStep: 2 });
    const machine = await cloud.engine.observe(id, new AbortController().signal);
    assert.deepEqual([(await cloud.server(id)).status, machine.power, machine.hostName], ['STOPPED', 'stopped', 'second']);
    assert.equal(await customer.balance(), balance);
    await customer.act(id, 'start');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.equal(await cloud.gpusTaken(), 1);
  });

  test('keeps what has no room elsewhere, says so, and lets it go when there is some', async () => {
    const ids = [await deployed(), await deployed()];
    await drainFirst();
    const balance = await customer.balance();
    assert.deepEqual(await evacuate(), [{ hostName: 'h100-sxm-0', moving: [], stuck: ids }]);
    for (const id of ids) assert.equal((await cloud.server(id)).status, 'ACTIVE');
    assert.equal(await customer.balance(), balance);
    await addSecond();
    assert.deepEqual((await evacuate())[0]?.moving, ids);
    await cloud.settle();
    assert.equal((await hosts())[0]?.used, 0);
  });

  test('lets what is under way come to rest first', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    await customer.act(id, 'reboot');
    assert.deepEqual((await evacuate())[0]?.moving, []);
    await cloud.settle();
    assert.deepEqual((await evacuate())[0]?.moving, [id]);
    await cloud.settle();
  });

  test('keeps its servers when the host to which they move is lost, up or off as they were, and sends them to the next', async () => {
    const [off, on] = [await deployed(), await deployed()];
    await customer.act(off, 'stop');
    await cloud.settle();
    await addSecond();
    await drainFirst();
    assert.deepEqual((await evacuate())[0]?.moving.toSorted(), [off, on].toSorted());
    await cloud.engine.faults.hostLost('second');
    await cloud.pass(5 * MINUTE_MS);
    const rest = async () =>
      Promise.all(
        [off, on].map(async (id) => {
          const { status, task } = await cloud.server(id);
          return [status, task, (await cloud.engine.observe(id, new AbortController().signal)).hostName];
        }),
      );
    assert.deepEqual(await rest(), [
      ['STOPPED', null, 'h100-sxm-0'],
      ['ACTIVE', null, 'h100-sxm-0'],
    ]);
    await checkGpus(cloud);
    assert.equal(await cloud.gpusTaken(), 2);
    const [first] = await hosts();
    await addHost(cloud.ctx, { poolId: first?.poolId ?? '', name: 'third', gpuCount: 2 });
    await cloud.pass(5 * MINUTE_MS);
    assert.deepEqual(await rest(), [
      ['STOPPED', null, 'third'],
      ['ACTIVE', null, 'third'],
    ]);
    await checkGpus(cloud);
    assert.equal(await cloud.gpusTaken(), 2);
    await cloud.engine.faults.hostBack('second');
  });

  test('is left by a server that its owner deletes on the way, and nothing stays taken', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    await evacuate();
    await customer.remove(id);
    await cloud.settle();
    assert.equal(await cloud.gpusTaken(), 0);
    assert.deepEqual(await cloud.engine.list(new AbortController().signal), []);
  });

  test('gives the disks of hibernated servers to another one, where they lie on it', async () => {
    const id = await deployed();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await addSecond();
    await drainFirst();
    const moved: MachineSpec[] = [];
    const local: Engine = {
      ...cloud.engine,
      hibernatedOn: async (hostName) => (hostName === 'h100-sxm-0' ? [id, 'srv_unknown'] : []),
      relocate: async (spec, signal) => {
        moved.push(spec);
        return cloud.engine.relocate(spec, signal);
      },
    };
    await evacuate(local);
    assert.deepEqual(
      moved.map(({ serverId, hostName }) => [serverId, hostName]),
      [[id, 'second']],
    );
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
  });

  test('wakes a hibernated server that is restored while its disks are moved only when they have come to rest', async () => {
    const id = await deployed();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await addSecond();
    await drainFirst();
    const asked: string[] = [];
    const local: Engine = {
      ...cloud.engine,
      hibernatedOn: async () => [id],
      relocate: async (spec, signal) => {
        // The owner and a worker come while the disks are being moved.
        await customer.act(id, 'hibernate-restore');
        await convergeServer(cloud.ctx, enginesOf([local]), id);
        asked.push('relocated');
        return cloud.engine.relocate(spec, signal);
      },
      ensureRunning: async (spec, signal) => {
        asked.push('woken');
        return cloud.engine.ensureRunning(spec, signal);
      },
    };
    await evacuate(local);
    assert.deepEqual(asked, ['relocated']);
    await convergeServer(cloud.ctx, enginesOf([local]), id);
    assert.deepEqual(asked, ['relocated', 'woken']);
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await checkGpus(cloud);
  });

  test('leaves a hibernated server alone that has a restore under way, or whose disks another worker moves', async () => {
    const id = await deployed();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await addSecond();
    await drainFirst();
    let calls = 0;
    const local: Engine = {
      ...cloud.engine,
      hibernatedOn: async () => [id],
      relocate: async (spec, signal) => {
        calls += 1;
        if (calls === 1) await evacuate(local);
        return cloud.engine.relocate(spec, signal);
      },
    };
    await evacuate(local);
    assert.equal(calls, 1, 'another worker');
    await customer.act(id, 'hibernate-restore');
    await evacuate(local);
    assert.equal(calls, 1, 'a restore');
  });

  test('sends a server that is off to GPUs that a machine has just left for its hibernation', async () => {
    const id = await deployed();
    await customer.act(id, 'stop');
    await addSecond();
    await drainFirst();
    const other = await deployed();
    await customer.act(other, 'hibernate');
    await cloud.settle();
    await evacuate();
    await cloud.settle();
    const machine = await cloud.engine.observe(id, new AbortController().signal);
    assert.deepEqual([machine.power, machine.hostName], ['stopped', 'second']);
    assert.equal((await cloud.server(id)).task, null);
    await checkGpus(cloud);
  });

  test('has no machine on GPUs that were left when it went silent on the way and its server is rebooted', async () => {
    const id = await deployed();
    await customer.act(id, 'stop');
    await cloud.settle();
    await addSecond();
    await drainFirst();
    await evacuate();
    await cloud.engine.faults.hostLost('h100-sxm-0');
    await cloud.pass(MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await cloud.engine.faults.hostBack('h100-sxm-0');
    await customer.act(id, 'reboot');
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await checkGpus(cloud);
    assert.equal((await cloud.engine.observe(id, new AbortController().signal)).hostName, 'second');
    assert.equal(await cloud.gpusTaken(), 1);
  });

  test('is a lost host when it is silent: its servers are in ERROR and wait for it', async () => {
    const id = await deployed();
    await addSecond();
    await drainFirst();
    await cloud.engine.faults.hostLost('h100-sxm-0');
    await cloud.pass(2 * MINUTE_MS);
    assert.deepEqual(await evacuate(), []);
    assert.equal((await cloud.server(id)).status, 'ERROR');
  });
});
