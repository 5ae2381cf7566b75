import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { noticeShapes } from '@boreal/contract/account/notices.ts';
import { isAppError } from '../../../kit/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { readOffer } from '../capacity/places/stock.store.ts';
import { findPlan } from '../../money/catalog/catalog.store.ts';
import { addHost } from '../capacity/hosts/add-host.ts';
import { limitHost } from '../capacity/hosts/limit-host.ts';
import { listHosts } from '../capacity/hosts/list-hosts.ts';
import { removeHost } from '../capacity/hosts/remove-host.ts';
import { setHostState } from '../capacity/hosts/set-host-state.ts';
import { deleteBackup } from '../backups/delete-backup.ts';
import { getBackups } from '../backups/get-backups.ts';
import { setBackupOption } from '../backups/set-backup-option.ts';
import { createBackup } from './backup/create-backup.ts';
import { soldOut } from '../../testing/refusals.ts';
import { checkGpus } from '../../testing/check-gpus.ts';
import { closeChecked } from '../../testing/close-checked.ts';
import { readNotices } from '../../testing/notices.ts';
import { startCloud, type Cloud, type Customer, type TestHost } from '../../testing/cloud.ts';
import { evacuateHosts } from './watch/evacuate-hosts.ts';

// An h100-sxm-x1 has 24 cores, 200 GB of memory, and disks of 100 and 750 GB.
const PLENTY = { gpus: 8, cores: 1000, memoryGb: 10_000, diskGb: 100_000 };

describe('a host sells no more than it has', () => {
  let cloud: Cloud;
  let customer: Customer;
  afterEach(() => closeChecked(cloud, customer));
  async function open(...hosts: readonly Partial<TestHost>[]): Promise<void> {
    cloud = await startCloud({ hosts: { 'h100-sxm': hosts.map((host) => ({ ...PLENTY, ...host })) } });
    customer = await cloud.customer('1000');
  }
  async function deployed(productId = 'h100-sxm-x1'): Promise<string> {
    const id = await customer.deploy(productId);
    await cloud.settle();
    return id;
  }
  async function act(id: string, action: 'hibernate' | 'hibernate-restore' | 'stop'): Promise<void> {
    await customer.act(id, action);
    await cloud.settle();
  }
  const hostId = async (n: number) => (await listHosts(cloud.db.sql))[n]?.id ?? '';
  const used = async (n = 0) => (await listHosts(cloud.db.sql))[n]?.use;
  const disksUsed = async (n = 0) => (await used(n))?.storages.reduce((sum, storage) => sum + storage.used, 0);

  for (const [what, host] of [
    ['cores', { cores: 71 }],
    ['memory', { memoryGb: 599 }],
    ['system disks', { diskGb: { system: 299, work: 9000 } }],
    ['work disks', { diskGb: { system: 9000, work: 2249 } }],
    ['disks of both kinds on one storage', { diskGb: 2549 }],
  ] as const) {
    test(`of ${what}: customers who come at once are sold what is there, the others told at once and charged nothing`, async () => {
      await open(host);
      const customers = await Promise.all(Array.from({ length: 6 }, () => cloud.customer('10')));
      const sales = await Promise.allSettled(customers.map((one) => one.deploy()));
      assert.equal(sales.filter(({ status }) => status === 'fulfilled').length, 2);
      for (const sale of sales) if (sale.status === 'rejected') assert.ok(soldOut(sale.reason), String(sale.reason));
      const balances = await Promise.all(customers.map((one) => one.balance()));
      assert.equal(balances.filter((balance) => balance === 10_000_000n).length, 4);
      await cloud.settle();
    });
  }

  test('whose disks stay when a server is hibernated, whose cores and memory do not', async () => {
    await open({ diskGb: 1700, memoryGb: 400 });
    const sleeps = await deployed();
    await act(sleeps, 'hibernate');
    assert.deepEqual([(await used())?.cores?.used, (await used())?.memoryGb?.used, await disksUsed()], [0, 0, 850]);
    await deployed();
    await assert.rejects(customer.deploy(), soldOut);
    // Its disks are there already: it is restored although not one gigabyte is left.
    await act(sleeps, 'hibernate-restore');
    assert.equal((await cloud.server(sleeps)).status, 'ACTIVE');
    assert.deepEqual([(await used())?.cores?.used, await disksUsed()], [48, 1700]);
    await customer.remove(sleeps);
    await cloud.settle();
    assert.equal(await disksUsed(), 850);
  });

  test('so that a hibernated server wakes where its disks lie, or where there is room for them, or stays as it is', async () => {
    await open({ gpus: 1, diskGb: 1700 }, { gpus: 1, diskGb: 849 }, { gpus: 1, diskGb: 850 });
    const sleeps = await deployed();
    const first = (await cloud.server(sleeps)).hostId;
    await act(sleeps, 'hibernate');
    // Another server has the GPU of that host, and another the only other host with room.
    const [a, b] = [await deployed(), await deployed()];
    const before = await customer.balance();
    await assert.rejects(customer.act(sleeps, 'hibernate-restore'), soldOut);
    assert.deepEqual([(await cloud.server(sleeps)).status, await customer.balance()], ['HIBERNATED', before]);
    const onThird = (await cloud.server(a)).hostId === first ? b : a;
    await customer.remove(onThird);
    await cloud.settle();
    await act(sleeps, 'hibernate-restore');
    assert.equal((await cloud.server(sleeps)).hostId, await hostId(2));
    // Its old host no longer has anything of it.
    assert.deepEqual([await disksUsed(0), await disksUsed(2)], [850, 850]);
  });

  test('and does not preempt spot servers for cores that go without the disks that stay', async () => {
    await open({ gpus: 1, diskGb: 1600 });
    const spot = await deployed('h100-sxm-x1-spot');
    await assert.rejects(customer.deploy(), soldOut);
    assert.equal((await cloud.server(spot)).status, 'ACTIVE');
    // A disk is added.
    const storage = { name: 'h100-sxm-0/disks', sizeGb: 2000 };
    cloud.found.set('h100-sxm-0', { cores: 24, memoryGb: 204, storages: { system: storage, work: storage, backups: storage } });
    await cloud.pass(MINUTE_MS);
    const buyer = await deployed();
    assert.deepEqual([(await cloud.server(spot)).status, (await cloud.server(buyer)).status], ['HIBERNATED', 'ACTIVE']);
  });

  test('nor starts a server in memory that a preempted one has yet to leave', async () => {
    await open({ gpus: 2, memoryGb: 200 });
    const spot = await deployed('h100-sxm-x1-spot');
    // A GPU is free, but no memory.
    const buyer = await customer.deploy();
    assert.equal((await cloud.server(spot)).goal, 'hibernated');
    await checkGpus(cloud);
    await cloud.settle();
    assert.deepEqual([(await cloud.server(spot)).status, (await cloud.server(buyer)).status], ['HIBERNATED', 'ACTIVE']);
  });

  test('and a drained one keeps servers, and disks of hibernated ones, for which others have no room', async () => {
    await open({ diskGb: 10_000 }, { diskGb: 1700 });
    await setHostState(cloud.ctx, { hostId: await hostId(1), state: 'offline' });
    const [sleeps, ...others] = [await deployed(), await deployed(), await deployed()];
    await act(sleeps ?? '', 'hibernate');
    await setHostState(cloud.ctx, { hostId: await hostId(1), state: 'accepting' });
    await setHostState(cloud.ctx, { hostId: await hostId(0), state: 'draining' });
    const [round] = await evacuateHosts(cloud.ctx, cloud.engine);
    assert.deepEqual([round?.moving, round?.stuck], [others, [sleeps]]);
    await cloud.settle();
    assert.deepEqual([await disksUsed(0), await disksUsed(1)], [850, 1700]);
    await assert.rejects(removeHost(cloud.ctx, { hostId: await hostId(0) }), (error) => isAppError(error, 'INVALID_REQUEST'));
    await customer.remove(others[0] ?? '');
    await cloud.settle();
    const [last] = await evacuateHosts(cloud.ctx, cloud.engine);
    assert.deepEqual(last?.stuck, []);
    assert.deepEqual([await disksUsed(0), await disksUsed(1)], [0, 1700]);
    await removeHost(cloud.ctx, { hostId: await hostId(0) });
  });

  test('whose backups count as much as they may become, then as much as they are, until they are gone', async () => {
    await open({ diskGb: 1900 });
    const [id, other] = [await deployed(), await deployed()];
    await customer.remove(other);
    await cloud.settle();
    await setBackupOption(customer.ctx, { serverId: id, enabled: true });
    const { id: backupId } = await createBackup(customer.ctx, { serverId: id });
    assert.equal(await disksUsed(), 950);
    await cloud.settle();
    const { backups } = await getBackups(customer.ctx, { serverId: id });
    const size = Math.ceil(backups[0]?.size ?? 0);
    assert.ok(size > 0 && size < 100, `a backup of ${size} GB`);
    assert.equal(await disksUsed(), 850 + size);
    await deployed();
    assert.equal(await disksUsed(), 1700 + size);
    // Room for exactly one more.
    const storage = { name: 'h100-sxm-0/disks', sizeGb: 20 + 1700 + size + 100 };
    cloud.found.set('h100-sxm-0', { cores: 1000, memoryGb: 10_000, storages: { system: storage, work: storage, backups: storage } });
    await cloud.runSchedules(['watch']);
    await assert.doesNotReject(createBackup(customer.ctx, { serverId: id }));
    await cloud.settle();
    await deleteBackup(customer.ctx, { serverId: id, backupId });
    const full = (error: unknown) => isAppError(error, 'BACKUP_STORAGE_FULL');
    await assert.rejects(createBackup(customer.ctx, { serverId: id }), full);
    assert.equal((await cloud.server(id)).task, null);
    await cloud.runSchedules(['deletedBackups']);
    const { sizeGb } = await cloud.db.sql.selectFrom('backups').select('sizeGb').where('status', '=', 'ready').executeTakeFirstOrThrow();
    assert.equal(await disksUsed(), 1700 + Math.ceil(sizeGb ?? 0));
  });

  test('and a daily backup without room is begun when there is some, within its hours', async () => {
    await open({ diskGb: 1750 });
    const [id, other] = [await deployed(), await deployed()];
    await setBackupOption(customer.ctx, { serverId: id, enabled: true, hourLocal: 3 });
    const due = await cloud.db.sql.selectFrom('backupOptions').select('nextRunAt').where('serverId', '=', id).executeTakeFirstOrThrow();
    await cloud.pass((due.nextRunAt?.getTime() ?? 0) - cloud.clock.now().getTime() + HOUR_MS, HOUR_MS);
    const begun = async () => (await getBackups(customer.ctx, { serverId: id })).backups.length;
    assert.equal(await begun(), 0);
    await customer.remove(other);
    await cloud.pass(HOUR_MS, HOUR_MS / 4);
    assert.equal(await begun(), 1);
  });

  test('and one that finds none in its hours has failed, and its owner is told so', async () => {
    await open({ diskGb: 1750 });
    const [id] = [await deployed(), await deployed()];
    await setBackupOption(customer.ctx, { serverId: id, enabled: true, hourLocal: 3 });
    await cloud.pass(DAY_MS + 7 * HOUR_MS, HOUR_MS);
    const { backups } = await getBackups(customer.ctx, { serverId: id });
    assert.deepEqual(
      backups.map(({ status }) => status),
      ['failed'],
    );
    const [mail, ...more] = await readNotices(cloud, { accountId: customer.ctx.accountId, kind: 'backup_missed' });
    assert.deepEqual([noticeShapes.backup_missed.parse(mail).why, more], ['no_room', []]);
  });

  test('counts a host that was added before its engine told of it as soon as it has', async () => {
    await open({ gpus: 1 });
    const { poolId } = (await listHosts(cloud.db.sql))[0] ?? { poolId: '' };
    await addHost(cloud.ctx, { poolId, name: 'late', gpuCount: 8 });
    assert.deepEqual(await used(1), { cores: null, memoryGb: null, storages: [] });
    const storage = { name: 'late', sizeGb: 1000 };
    cloud.found.set('late', { cores: 48, memoryGb: 404, storages: { system: storage, work: storage, backups: null } });
    await cloud.pass(MINUTE_MS);
    assert.deepEqual(await used(1), {
      cores: { found: 48, allowed: 48, used: 0, factor: 1, reserve: 0 },
      memoryGb: { found: 404, allowed: 400, used: 0, factor: 1, reserve: 4 },
      storages: [{ name: 'late', kinds: ['system', 'work'], found: 1000, allowed: 980, used: 0, factor: 1, reserve: 20 }],
    });
  });

  test('that was sold more than it has keeps all of it, sells nothing more, and is lived with', async () => {
    await open({ gpus: 4 });
    const [sleeps, runs] = [await deployed(), await deployed()];
    await act(sleeps, 'hibernate');
    await limitHost(cloud.ctx, { hostId: await hostId(0), disksGb: [{ factor: 0.01 }] });
    const plan = await findPlan(cloud.db.sql, 'h100-sxm-x1');
    assert.ok(plan);
    const { inStock } = await readOffer(cloud.db.sql, {
      plan,
      accountId: '',
      region: 'canada-montreal',
      engine: null,
      at: cloud.clock.now(),
    });
    assert.equal(inStock, false);
    await assert.rejects(customer.deploy(), soldOut);
    await act(sleeps, 'hibernate-restore');
    await act(runs, 'stop');
    assert.deepEqual([(await cloud.server(sleeps)).status, (await cloud.server(runs)).status], ['ACTIVE', 'STOPPED']);
  });
});
