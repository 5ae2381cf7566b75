import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addMs, MINUTE_MS, SECOND_MS } from '../../../../kit/clock.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { addFirewallRule } from '../../firewall/add-firewall-rule.ts';
import { askEngine } from '../converge/ask-engine.ts';
import { convergeServer } from '../converge/converge-server.ts';
import { listServerEvents } from '../../servers/views/list-server-events.ts';
import { claimServer } from '../../servers/servers.store.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { assertBooks } from '../../../testing/paying-customer.ts';
import { createBackup } from './create-backup.ts';
import { deleteBackup } from '../../backups/delete-backup.ts';
import { getBackups } from '../../backups/get-backups.ts';
import { createStraySweep, removeDeletedBackups } from '../../backups/remove-backups.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';

const { signal } = new AbortController();

describe('the making of a backup', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8, 8] } });
  });
  after(() => assertBooks(cloud).finally(() => cloud.close()));

  async function running(): Promise<{ customer: Customer; serverId: string }> {
    const customer = await cloud.customer('100');
    const serverId = await customer.deploy();
    await cloud.settle();
    await setBackupOption(customer.ctx, { serverId, enabled: true });
    return { customer, serverId };
  }
  const backupsOf = async ({ customer, serverId }: { customer: Customer; serverId: string }) =>
    (await getBackups(customer.ctx, { serverId })).backups.map(({ id, status }) => ({ id, status }));
  const eventsOf = async ({ customer, serverId }: { customer: Customer; serverId: string }) =>
    (await listServerEvents(customer.ctx, { serverId, locale: 'en' })).items
      .map((event) => event.type)
      .filter((type) => type.startsWith('backup.'));
  const noticesOf = async (accountId: string) => {
    const rows = await cloud.db.sql
      .selectFrom('notices')
      .select(['kind', 'data'])
      .where('accountId', '=', accountId)
      .orderBy('id')
      .execute();
    return rows.map(({ kind, data }) => [kind, data]);
  };
  const stored = async (backupId: string) => (await cloud.engine.observeBackup(backupId, signal)).state;

  for (const times of [1, 2]) {
    test(`a backup is made and the server is as it was before (each step ${times}x)`, async () => {
      const one = await running();
      const { id } = await createBackup(one.customer.ctx, { serverId: one.serverId });
      assert.equal((await cloud.server(one.serverId)).task, 'backing_up');
      await cloud.settle({ repeatEachStep: times });
      const { backups } = await getBackups(one.customer.ctx, { serverId: one.serverId });
      assert.deepEqual(
        backups.map((backup) => [backup.id, backup.kind, backup.status]),
        [[id, 'manual', 'ready']],
      );
      assert.ok((backups[0]?.size ?? 0) > 0);
      const server = await cloud.server(one.serverId);
      assert.deepEqual([server.status, server.task, server.backupId, server.convergeAt], ['ACTIVE', null, null, null]);
      assert.deepEqual(await eventsOf(one), ['backup.ready', 'backup.started', 'backup.option_enabled']);
      await one.customer.remove(one.serverId);
    });
  }

  test('a stopped server is backed up and stays stopped', async () => {
    const one = await running();
    await one.customer.act(one.serverId, 'stop');
    await cloud.settle();
    await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    assert.equal((await cloud.server(one.serverId)).status, 'STOPPED');
    assert.equal((await backupsOf(one))[0]?.status, 'ready');
    await one.customer.remove(one.serverId);
  });

  test('while it is made no action is accepted, and a firewall rule is pushed when it is done', async () => {
    const one = await running();
    await createBackup(one.customer.ctx, { serverId: one.serverId });
    await assert.rejects(one.customer.act(one.serverId, 'stop'), (error) => isAppError(error, 'OPERATION_IN_PROGRESS'));
    await addFirewallRule(one.customer.ctx, {
      serverId: one.serverId,
      direction: 'ingress',
      protocol: 'tcp',
      ethertype: 'IPv4',
      portRangeMin: 443,
    });
    await cloud.settle();
    assert.equal((await cloud.engine.firewallOf(one.serverId))?.length, 2);
    assert.equal((await backupsOf(one))[0]?.status, 'ready');
    await one.customer.remove(one.serverId);
  });

  test('a backup that the engine fails is failed, once, and the server goes on', async () => {
    const one = await running();
    await cloud.engine.faults.backupFails({ serverId: one.serverId, times: 1 });
    const { id } = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    assert.deepEqual(await backupsOf(one), [{ id, status: 'failed' }]);
    assert.equal((await cloud.server(one.serverId)).task, null);
    assert.deepEqual((await eventsOf(one)).slice(0, 2), ['backup.failed', 'backup.started']);
    const { name } = await cloud.server(one.serverId);
    assert.deepEqual(await noticesOf(one.customer.ctx.accountId), [
      ['backup_failed', { serverName: name, backupId: id, automatic: false }],
    ]);
    await one.customer.remove(one.serverId);
  });

  test('lost answers make no second backup; an engine that never answers makes a failed one', async () => {
    const one = await running();
    await cloud.engine.faults.answersLost({ serverId: one.serverId, call: 'backup', times: 2 });
    const { id } = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    assert.deepEqual(await backupsOf(one), [{ id, status: 'ready' }]);
    await cloud.engine.faults.callsFail({ serverId: one.serverId, call: 'backup' });
    await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    assert.equal((await backupsOf(one))[0]?.status, 'failed');
    assert.equal((await cloud.server(one.serverId)).task, null);
    await cloud.engine.faults.clear();
    await one.customer.remove(one.serverId);
  });

  test('one that takes longer than an hour is failed at its deadline', async () => {
    const one = await running();
    await cloud.engine.faults.slow({ factor: 1000 });
    const began = cloud.clock.now();
    await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    await cloud.engine.faults.clear();
    assert.equal((await backupsOf(one))[0]?.status, 'failed');
    const minutes = (cloud.clock.now().getTime() - began.getTime()) / MINUTE_MS;
    assert.ok(minutes >= 60 && minutes < 61, String(minutes));
    await one.customer.remove(one.serverId);
  });

  for (const step of ['before it asks the engine', 'after it asked and before it writes'] as const) {
    test(`a worker killed at any step, ${step}, leaves a backup that ends`, async () => {
      const one = await running();
      const { id } = await createBackup(one.customer.ctx, { serverId: one.serverId });
      for (let kills = 0; kills < 50; kills += 1) {
        const now = cloud.clock.now();
        const claimed = await claimServer(cloud.db.sql, { serverId: one.serverId, now, wall: now, leaseUntil: addMs(now, 15 * SECOND_MS) });
        if (!claimed) break;
        if (step === 'after it asked and before it writes') await askEngine(cloud.ctx, cloud.engine, claimed);
        // The lease expires, and another worker repeats this step: killed before, alive after.
        cloud.clock.advance(16 * SECOND_MS);
        await convergeServer(cloud.ctx, cloud.engines, one.serverId);
        const next = (await cloud.server(one.serverId)).convergeAt;
        if (next === null) break;
        cloud.clock.moveTo(next);
      }
      assert.deepEqual(await backupsOf(one), [{ id, status: 'ready' }]);
      assert.equal((await cloud.server(one.serverId)).task, null);
      await one.customer.remove(one.serverId);
    });
  }

  test('a server can be deleted meanwhile, and every backup of it is destroyed', async () => {
    const one = await running();
    const kept = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    const making = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await convergeServer(cloud.ctx, cloud.engines, one.serverId);
    assert.equal(await stored(making.id), 'creating');
    await one.customer.remove(one.serverId);
    await cloud.settle();
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    for (const { id } of [kept, making]) assert.equal(await stored(id), 'absent');
    const rows = await cloud.db.sql.selectFrom('backups').select('status').where('serverId', '=', one.serverId).execute();
    assert.deepEqual(rows, [{ status: 'deleted' }, { status: 'deleted' }]);
    const option = await cloud.db.sql
      .selectFrom('backupOptions')
      .select(['enabled', 'nextRunAt'])
      .where('serverId', '=', one.serverId)
      .executeTakeFirst();
    assert.deepEqual(option, { enabled: false, nextRunAt: null });
  });

  test('a server that cannot pay its next hour is hibernated meanwhile, and the backup has failed', async () => {
    const customer = await cloud.customer('4');
    const serverId = await customer.deploy();
    await cloud.settle();
    await setBackupOption(customer.ctx, { serverId, enabled: true });
    cloud.clock.advance(59 * MINUTE_MS);
    await cloud.engine.faults.slow({ factor: 10 });
    await createBackup(customer.ctx, { serverId });
    await convergeServer(cloud.ctx, cloud.engines, serverId);
    cloud.clock.advance(2 * MINUTE_MS);
    await cloud.meter();
    await cloud.settle();
    await cloud.engine.faults.clear();
    assert.equal((await cloud.server(serverId)).status, 'HIBERNATED');
    assert.deepEqual(
      (await backupsOf({ customer, serverId })).map(({ status }) => status),
      ['failed'],
    );
    assert.deepEqual(
      (await noticesOf(customer.ctx.accountId)).map(([kind]) => kind),
      ['credit_exhausted'],
      'told of what was done instead, and once',
    );
    await customer.remove(serverId);
  });

  test('a deleted backup is removed when the engine answers again', async () => {
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    const one = await running();
    const { id } = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    await deleteBackup(one.customer.ctx, { serverId: one.serverId, backupId: id });
    await deleteBackup(one.customer.ctx, { serverId: one.serverId, backupId: id });
    await cloud.engine.faults.callsFail({ call: 'deleteBackup', times: 1 });
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    assert.deepEqual(await backupsOf(one), [{ id, status: 'deleting' }]);
    await removeDeletedBackups(cloud.ctx, cloud.engine);
    assert.deepEqual(await backupsOf(one), []);
    assert.equal(await stored(id), 'absent');
    await one.customer.remove(one.serverId);
  });

  test('what is left of a failed backup is removed when it is seen the second time, and nothing else is: not what no row knows', async () => {
    const one = await running();
    const { id } = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    await cloud.engine.faults.backupFails({ serverId: one.serverId, times: 1 });
    const failed = await createBackup(one.customer.ctx, { serverId: one.serverId });
    await cloud.settle();
    await cloud.engine.plantBackup('bkp_stray');
    const sweep = createStraySweep(cloud.ctx, cloud.engine);
    assert.deepEqual(await sweep(), []);
    const removed = await sweep();
    assert.ok(removed.includes(failed.id) && !removed.includes('bkp_stray') && !removed.includes(id), removed.join());
    assert.deepEqual([await stored('bkp_stray'), await stored(failed.id), await stored(id)], ['ready', 'absent', 'ready']);
    await cloud.engine.deleteBackup('bkp_stray', signal);
    await one.customer.remove(one.serverId);
  });
});
