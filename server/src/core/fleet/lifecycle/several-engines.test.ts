import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { enginesOf } from '../../../engines/engines.ts';
import { MINUTE_MS, SECOND_MS } from '../../../kit/clock.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { createBackup } from './backup/create-backup.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { removeDeletedBackups } from '../backups/remove-backups.ts';
import { setBackupOption } from '../backups/set-backup-option.ts';
import { quoteRestore } from '../backups/quote-restore.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { listServerLoads } from '../servers/views/list-server-loads.ts';
import { getServerMetrics } from '../servers/views/get-server-metrics.ts';
import { createSchedules } from '../../schedules.ts';
import { createOrphanSweep } from './watch/remove-orphans.ts';
import { createWatch } from './watch/create-watch.ts';

const { signal } = new AbortController();
const refused = { code: 'PLAN_NOT_AVAILABLE' };

describe('an installation with two engines', () => {
  let cloud: Cloud;
  let customer: Customer;
  beforeEach(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [2] }, beside: { toronto: { 'h100-sxm': [4] } } });
    customer = await cloud.customer('10000');
  });
  afterEach(() => cloud.close());

  const engineOf = async (serverId: string) => cloud.engines.of(await cloud.server(serverId));
  const [here, there] = ['simulated', 'toronto'] as const;
  const named = (name: string) => {
    const engine = cloud.engines.all.find((one) => one.name === name);
    assert.ok(engine);
    return engine;
  };
  const powers = async (serverId: string) =>
    Object.fromEntries(await Promise.all(cloud.engines.all.map(async (one) => [one.name, (await one.observe(serverId, signal)).power])));
  /** One server on each: those of `simulated` first, which has fewer GPUs. */
  const deployOnEach = async () => {
    const ids = [await customer.deploy('h100-sxm-x1'), await customer.deploy('h100-sxm-x4')] as const;
    await cloud.settle();
    return ids;
  };
  const removeAll = async (ids: readonly string[]) => {
    for (const id of ids) await customer.remove(id);
    await cloud.settle();
    assert.equal(await cloud.gpusTaken(), 0);
  };

  test('makes each machine on the engine of its pool, although hosts of both have the same names', async () => {
    const ids = await deployOnEach();
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await cloud.server(id)).engine)), [here, there]);
    assert.deepEqual(await powers(ids[0]), { simulated: 'running', toronto: 'absent' });
    assert.deepEqual(await powers(ids[1]), { simulated: 'absent', toronto: 'running' });
    const hosts = await listHosts(cloud.db.sql);
    assert.deepEqual(
      hosts.map(({ engine, name }) => [engine, name]),
      [
        [here, 'h100-sxm-0'],
        [there, 'h100-sxm-0'],
      ],
    );
    cloud.clock.advance(10 * MINUTE_MS);
    const { cpu } = await getServerMetrics(customer.ctx, { serverId: ids[1], duration: '1h' }, cloud.engines);
    assert.ok(cpu.values.length > 0);
    const loads = await listServerLoads(customer.ctx, cloud.engines);
    assert.deepEqual(loads.map(({ id }) => id).toSorted(), ids.toSorted());
    assert.ok(
      loads.every(({ cpu: percent }) => percent !== null && percent >= 0 && percent <= 100),
      JSON.stringify(loads),
    );
    await customer.act(ids[0], 'stop');
    await cloud.settle();
    assert.deepEqual(
      (await listServerLoads(customer.ctx, cloud.engines)).map(({ id }) => id),
      [ids[1]],
    );
    await removeAll(ids);
  });

  test('wakes a server only where its disks are, and says so when only the others have GPUs', async () => {
    const [id] = await deployOnEach();
    await customer.act(id, 'hibernate');
    await cloud.settle();
    const others = [await customer.deploy('h100-sxm-x2')];
    await cloud.settle();
    assert.equal((await engineOf(others[0] ?? '')).name, here);
    const [, big] = (await listHosts(cloud.db.sql)).map((host) => host.free);
    assert.equal(big, 0);
    const four = (
      await cloud.db.sql.selectFrom('servers').select('id').where('planId', '=', 'h100-sxm-x4').where('status', '=', 'ACTIVE').execute()
    )[0];
    await customer.remove(four?.id ?? '');
    await cloud.settle();
    const before = await customer.balance();
    await assert.rejects(customer.act(id, 'hibernate-restore'), {
      ...refused,
      details: {
        productId: 'h100-sxm-x1',
        alternatives: ['h100-sxm-x1-spot', 'h100-sxm-x2-spot', 'h100-sxm-x4-spot', 'h100-sxm-x2', 'h100-sxm-x4'],
        onlyElsewhere: true,
      },
    });
    assert.equal(await customer.balance(), before);
    assert.equal((await cloud.server(id)).status, 'HIBERNATED');
    await customer.remove(others[0] ?? '');
    await cloud.settle();
    await customer.act(id, 'hibernate-restore');
    await cloud.settle();
    assert.deepEqual(await powers(id), { simulated: 'running', toronto: 'absent' });
    await removeAll([id]);
  });

  test('restores a backup where it lies, quotes that, and removes it from there alone', async () => {
    const ids = await deployOnEach();
    const [id] = ids;
    await setBackupOption(customer.ctx, { serverId: id, enabled: true, hourLocal: 3, retention: 7 });
    const backup = await createBackup(customer.ctx, { serverId: id });
    await cloud.settle();
    const of = { serverId: id, backupId: backup.id };
    await customer.remove(ids[1]);
    const other = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    assert.equal((await engineOf(other)).name, here);
    // Toronto has four GPUs, but not the backup.
    assert.equal((await quoteRestore(customer.ctx, of)).available, false);
    const before = await customer.balance();
    await assert.rejects(restoreBackup(customer.ctx, { ...of, expectedHourlyRateCad: 3.99 }), refused);
    assert.equal(await customer.balance(), before);
    await customer.remove(other);
    await cloud.settle();
    assert.equal((await quoteRestore(customer.ctx, of)).available, true);
    const restored = await restoreBackup(customer.ctx, { ...of, expectedHourlyRateCad: 3.99 });
    await cloud.settle();
    assert.equal((await engineOf(restored.id)).name, here);
    await setBackupOption(customer.ctx, { serverId: id, enabled: false, confirmDeleteBackups: true });
    assert.equal(await removeDeletedBackups(cloud.ctx, named(there)), 0);
    assert.equal((await named(here).observeBackup(backup.id, signal)).state, 'ready');
    assert.equal(await removeDeletedBackups(cloud.ctx, named(here)), 1);
    await removeAll([id, restored.id]);
  });

  test('drains a host to hosts of its own engine, and to no other', async () => {
    const ids = await deployOnEach();
    const [host] = await listHosts(cloud.db.sql);
    await customer.remove(ids[1]);
    await cloud.settle();
    await setHostState(cloud.ctx, { hostId: host?.id ?? '', state: 'draining' });
    await cloud.pass(5 * MINUTE_MS);
    assert.deepEqual(await powers(ids[0]), { simulated: 'running', toronto: 'absent' });
    await setHostState(cloud.ctx, { hostId: host?.id ?? '', state: 'accepting' });
    await removeAll([ids[0]]);
  });

  test('loses one engine: only its servers end, only its hosts are off sale, and the other is sold on', async () => {
    const ids = await deployOnEach();
    await cloud.engine.faults.engineSilent('no_answer');
    for (let n = 0; n < 4; n += 1) {
      cloud.clock.advance(30 * SECOND_MS);
      await cloud.runSchedules(['watch', 'evacuation', 'orphans', 'storedBackups', 'deletedBackups']);
    }
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await cloud.server(id)).status)), ['ERROR', 'ACTIVE']);
    assert.deepEqual(
      (await listHosts(cloud.db.sql)).map(({ engine, silentWhy }) => [engine, silentWhy]),
      [
        [here, 'engine_no_answer'],
        [there, null],
      ],
    );
    await customer.remove(ids[1]);
    await cloud.settle();
    const next = await customer.deploy('h100-sxm-x1');
    await cloud.settle();
    assert.deepEqual([(await cloud.server(next)).status, (await engineOf(next)).name], ['ACTIVE', there]);
    await cloud.engine.faults.engineBack();
    await cloud.pass(MINUTE_MS, 15 * SECOND_MS);
    assert.equal((await cloud.server(ids[0])).status, 'ACTIVE');
    await removeAll([ids[0], next]);
  });

  test('never takes a copy of a machine for the machine: it is neither believed nor removed, also when the server is deleted', async () => {
    const [id, other] = await deployOnEach();
    const copies = cloud.beside.get(there);
    assert.ok(copies);
    await copies.plantOrphan(id, 'h100-sxm-0');
    const sweeps = cloud.engines.all.map((engine) => createOrphanSweep(cloud.ctx, engine));
    const sweepTwice = async () => {
      const removed: string[] = [];
      for (const sweep of [...sweeps, ...sweeps]) removed.push(...(await sweep()));
      cloud.clock.advance(MINUTE_MS);
      return removed;
    };
    // The copy runs, and the server's own machine does not.
    await cloud.engine.faults.guestPowersOff(id);
    for (const engine of cloud.engines.all) await createWatch(cloud.ctx, engine)();
    assert.equal((await cloud.server(id)).status, 'STOPPED');
    await sweepTwice();
    assert.equal((await powers(id))['toronto'], 'running');
    await removeAll([id, other]);
    await sweepTwice();
    assert.equal((await powers(id))['toronto'], 'running');
    await named(there).ensureGone(id, signal);
    cloud.clock.advance(MINUTE_MS);
  });

  test('an engine that the configuration has no longer sells nothing, and its servers wait, whatever is asked of them', async () => {
    const ids = await deployOnEach();
    const left = enginesOf([named(there)], [here, there]);
    assert.deepEqual(
      left.all.map(({ name }) => name),
      [there, here],
    );
    const { watch } = createSchedules(cloud.ctx, { engines: left, payments: cloud.payments });
    for (let n = 0; n < 3; n += 1) {
      cloud.clock.advance(30 * SECOND_MS);
      await watch.run();
    }
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await cloud.server(id)).status)), ['ACTIVE', 'ACTIVE']);
    assert.deepEqual(
      (await listHosts(cloud.db.sql)).map(({ silentWhy }) => silentWhy),
      ['engine_not_asked', null],
    );
    await assert.rejects(customer.deploy('h100-sxm-x1'), refused);
    assert.equal((await named(here).observe(ids[0], signal)).power, 'running');
    await cloud.pass(MINUTE_MS, 15 * SECOND_MS);
    await removeAll(ids);
  });
});
