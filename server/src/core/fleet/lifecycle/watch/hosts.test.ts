import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { ServerAction } from '@boreal/contract/servers/servers.ts';
import type { Engine } from '../../../../engines/engine.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { createBackup } from '../backup/create-backup.ts';
import { getBackups } from '../../backups/get-backups.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';
import { verifyLedger } from '../../../money/verification/verify-ledger.ts';
import { listHosts } from '../../capacity/hosts/list-hosts.ts';
import { setHostState } from '../../capacity/hosts/set-host-state.ts';
import { checkGpus } from '../../../testing/check-gpus.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { convergeServer } from '../converge/converge-server.ts';
import { watchMachine, watchMachines, type Seen } from './watch-machines.ts';
import { enginesOf } from '../../../../engines/engines.ts';

const HOST = 'h100-sxm-0';

describe('a host that stops answering', () => {
  let cloud: Cloud;
  let customer: Customer;
  let id: string;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [2] } });
  });
  afterEach(async () => {
    await cloud.engine.faults.hostBack(HOST);
    await cloud.pass(3 * MINUTE_MS);
    await checkGpus(cloud);
    if ((await cloud.server(id)).status !== 'DELETED') await customer.remove(id);
    await cloud.settle();
    assert.equal(await cloud.gpusTaken(), 0);
    for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
  });
  after(() => cloud.close());

  async function activeServer(): Promise<void> {
    customer = await cloud.customer('100');
    id = await customer.deploy('h100-sxm-x2');
    await cloud.settle();
  }

  test('is lost when it does not answer for a second time; one that is back before has cost nobody anything', async () => {
    await activeServer();
    const before = await customer.balance();
    let seen: Seen = { silent: new Set(), comingUp: new Set(), missingGpus: new Set(), quiet: null };
    const look = async () => {
      ({ seen } = await watchMachines(cloud.ctx, cloud.engine, seen));
      // What its engine reports about the machine says nothing about the host.
      await watchMachine(cloud.ctx, cloud.engine, id);
      return (await cloud.server(id)).status;
    };
    await cloud.engine.faults.hostLost(HOST);
    assert.equal(await look(), 'ACTIVE');
    await cloud.engine.faults.hostBack(HOST);
    assert.equal(await look(), 'ACTIVE');
    await cloud.engine.faults.hostLost(HOST);
    assert.equal(await look(), 'ACTIVE');
    assert.equal(await customer.balance(), before);
    assert.equal(await look(), 'ERROR');
    assert.ok((await customer.balance()) > before);
  });

  test('whose machines are still to come up after it was down boots them when they do not by themselves', async () => {
    await activeServer();
    const asked: string[] = [];
    const down: Engine = {
      ...cloud.engine,
      list: async (signal) =>
        (await cloud.engine.list(signal)).map((machine) => (asked.length === 0 ? { ...machine, power: 'starting' } : machine)),
      ensureRunning: (spec, signal) => (asked.push(spec.serverId), cloud.engine.ensureRunning(spec, signal)),
    };
    let { seen } = await watchMachines(cloud.ctx, down);
    await convergeServer(cloud.ctx, enginesOf([down]), id);
    assert.deepEqual([asked, (await cloud.server(id)).convergeAt], [[], null]);
    ({ seen } = await watchMachines(cloud.ctx, down, seen));
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await convergeServer(cloud.ctx, enginesOf([down]), id);
    assert.deepEqual([asked, (await cloud.server(id)).convergeAt], [[id], null]);
    ({ seen } = await watchMachines(cloud.ctx, down, seen));
    assert.equal(seen.comingUp.size, 0);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
  });

  test('and comes back with its machines coming up sees to it that they do', async () => {
    await activeServer();
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await cloud.engine.faults.hostBack(HOST);
    const back: Engine = {
      ...cloud.engine,
      list: async (signal) => (await cloud.engine.list(signal)).map((machine) => ({ ...machine, power: 'starting' })),
    };
    await watchMachines(cloud.ctx, back);
    assert.ok((await cloud.server(id)).convergeAt);
    await cloud.settle();
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
  });

  test('a machine that has failed by itself is started again at the second look, and costs nothing when that does not work', async () => {
    await activeServer();
    let seen: Seen | undefined;
    const fail = async () => {
      ({ seen } = await watchMachines(cloud.ctx, cloud.engine, seen));
      // As when its host cannot start it again, or its hypervisor ends it.
      await cloud.db.pool.query(`update simulated_engine.machine set to_power = 'failed', failure = 'unknown' where server_id = $1`, [id]);
      for (let looks = 0; looks < 2; looks += 1) {
        assert.equal((await cloud.server(id)).convergeAt, null);
        ({ seen } = await watchMachines(cloud.ctx, cloud.engine, seen));
      }
      await cloud.settle();
      return (await cloud.server(id)).status;
    };
    assert.equal(await fail(), 'ACTIVE');
    const before = await customer.balance();
    await cloud.engine.faults.bootFails({ serverId: id });
    assert.equal(await fail(), 'ERROR');
    assert.ok((await customer.balance()) > before);
    await cloud.engine.faults.clear();
  });

  test('a machine that a list lacks is looked for before it is lost', async () => {
    await activeServer();
    const listless: Engine = {
      ...cloud.engine,
      list: async (signal) => (await cloud.engine.list(signal)).filter((machine) => machine.serverId !== id),
    };
    await watchMachines(cloud.ctx, listless);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
  });

  const underWay: readonly { action: ServerAction; first?: ServerAction; ends: string }[] = [
    { action: 'stop', ends: 'STOPPED' },
    { action: 'reboot', ends: 'ACTIVE' },
    { action: 'start', first: 'stop', ends: 'ACTIVE' },
  ];
  for (const { action, first, ends } of underWay) {
    test(`puts a server in ERROR that waits for its ${action}, stops its clock, and the ${action} is done when it is back`, async () => {
      await activeServer();
      if (first) await customer.act(id, first);
      await cloud.settle();
      await cloud.engine.faults.hostLost(HOST);
      await customer.act(id, action);
      const before = await customer.balance();
      await cloud.pass(30 * SECOND_MS);
      const lost = await cloud.server(id);
      assert.deepEqual([lost.status, lost.task, lost.waitReason], ['ERROR', null, 'HOST_LOST']);
      const refunded = await customer.balance();
      assert.ok(refunded > before);
      await cloud.pass(3 * HOUR_MS, 10 * MINUTE_MS);
      assert.deepEqual([await customer.balance(), await cloud.gpusTaken(id)], [refunded, 2]);
      await cloud.engine.faults.hostBack(HOST);
      await cloud.pass(3 * MINUTE_MS);
      assert.equal((await cloud.server(id)).status, ends);
    });
  }

  test('puts a server in ERROR also while a firewall rule waits to be pushed to it', async () => {
    await activeServer();
    await cloud.engine.faults.hostLost(HOST);
    await cloud.ctx.transact((tx) =>
      tx.updateTable('servers').set({ firewallVersion: 2, convergeAt: cloud.clock.now() }).where('id', '=', id).execute(),
    );
    await cloud.pass(MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await cloud.engine.faults.hostBack(HOST);
    await cloud.pass(3 * MINUTE_MS);
    const back = await cloud.server(id);
    assert.deepEqual([back.status, back.firewallAppliedVersion], ['ACTIVE', 2]);
  });

  test('puts a server in ERROR also while it is backed up: that backup has failed, and the next one is made', async () => {
    await activeServer();
    await setBackupOption(customer.ctx, { serverId: id, enabled: true });
    const { id: backupId } = await createBackup(customer.ctx, { serverId: id });
    await cloud.pass(5 * SECOND_MS, SECOND_MS);
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(2 * MINUTE_MS);
    const lost = await cloud.server(id);
    assert.deepEqual([lost.status, lost.task, lost.backupId, lost.waitReason], ['ERROR', null, null, 'HOST_LOST']);
    await cloud.engine.faults.hostBack(HOST);
    await cloud.pass(3 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await createBackup(customer.ctx, { serverId: id });
    await cloud.pass(5 * MINUTE_MS);
    const { backups } = await getBackups(customer.ctx, { serverId: id });
    assert.deepEqual(
      backups.map((backup) => [backup.id === backupId, backup.status]),
      [
        [false, 'ready'],
        [true, 'failed'],
      ],
    );
  });

  test('and comes back with its machines powered off boots them again', async () => {
    await activeServer();
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await cloud.engine.faults.guestPowersOff(id);
    await cloud.engine.faults.hostBack(HOST);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
  });

  for (const end of ['deleted', 'hibernated'] as const) {
    test(`keeps the GPUs of a server that is ${end} meanwhile, until the engine says that its machine has left them`, async () => {
      await activeServer();
      await cloud.engine.faults.hostLost(HOST);
      if (end === 'deleted') await customer.remove(id);
      else await customer.act(id, 'hibernate');
      await cloud.pass(3 * HOUR_MS, 10 * MINUTE_MS);
      assert.equal(await cloud.gpusTaken(id), 2);
      assert.equal((await cloud.server(id)).task, end === 'deleted' ? 'deleting' : 'hibernating');
      await assert.rejects(customer.deploy('h100-sxm-x1'), { code: 'PLAN_NOT_AVAILABLE' });
      await cloud.engine.faults.hostBack(HOST);
      await cloud.pass(3 * MINUTE_MS);
      assert.equal(await cloud.gpusTaken(), 0);
    });
  }

  test('keeps the GPUs of a server that was deleted in ERROR, and of one that never came up', async () => {
    await activeServer();
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(2 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ERROR');
    await customer.remove(id);
    await cloud.pass(HOUR_MS, 10 * MINUTE_MS);
    assert.equal(await cloud.gpusTaken(id), 2);
    await cloud.engine.faults.hostBack(HOST);
    await cloud.pass(3 * MINUTE_MS);

    id = await customer.deploy('h100-sxm-x2');
    await cloud.pass(2 * SECOND_MS, SECOND_MS);
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(HOUR_MS, 10 * MINUTE_MS);
    const never = await cloud.server(id);
    assert.deepEqual([never.status, never.firstActiveAt, await cloud.gpusTaken(id)], ['ERROR', null, 2]);
  });

  test('takes no new server until it answers again, though GPUs are free on it', async () => {
    customer = await cloud.customer('100');
    id = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    await cloud.engine.faults.hostLost(HOST);
    await cloud.pass(30 * SECOND_MS);
    for (const plan of ['h100-sxm-x1', 'h100-sxm-x1-spot']) await assert.rejects(customer.deploy(plan), { code: 'PLAN_NOT_AVAILABLE' });
    const [lost] = await listHosts(cloud.db.sql);
    assert.deepEqual([lost?.silentSince !== null, lost?.free], [true, 1]);
    await cloud.engine.faults.hostBack(HOST);
    await cloud.pass(30 * SECOND_MS);
    const second = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    assert.equal((await cloud.server(second)).status, 'ACTIVE');
    await customer.remove(second);
  });

  test('or that an operator calls draining or offline takes no new server, also not in place of a spot server', async () => {
    customer = await cloud.customer('100');
    id = await customer.deploy('h100-sxm-x1-spot');
    await cloud.settle();
    const hostId = (await cloud.server(id)).hostId ?? '';
    for (const state of ['draining', 'offline'] as const) {
      await setHostState(cloud.ctx, { hostId, state });
      for (const plan of ['h100-sxm-x1', 'h100-sxm-x2', 'h100-sxm-x1-spot']) {
        await assert.rejects(customer.deploy(plan), { code: 'PLAN_NOT_AVAILABLE' });
      }
    }
    await cloud.pass(5 * MINUTE_MS);
    assert.equal((await cloud.server(id)).status, 'ACTIVE');
    await setHostState(cloud.ctx, { hostId, state: 'accepting' });
  });
});
