import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../kit/clock.ts';
import { convergeServer } from '../converge/converge-server.ts';
import { backupDays } from '../../../testing/backup-days.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { createBackup } from './create-backup.ts';
import { getBackups } from '../../backups/get-backups.ts';
import { localDateOf, runAt } from '../../backups/backup-schedule.rules.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';
import { startDueBackups } from './start-due-backups.ts';

const TICK_MS = 10 * MINUTE_MS;

test('across 2027-11-07 one automatic backup is made each local day, 01:00 once', async (t) => {
  const cloud = await startCloud({ start: new Date('2027-11-05T15:00:00Z'), hosts: { 'h100-sxm': [1] } });
  t.after(() => cloud.close());
  const customer = await cloud.customer('1000');
  const serverId = await customer.deploy();
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId, enabled: true, hourLocal: 1 });
  await cloud.pass(4 * DAY_MS, 30 * MINUTE_MS);
  const rows = await cloud.db.sql.selectFrom('backups').select(['localDate', 'createdAt']).orderBy('id').execute();
  const dates = rows.map((row) => row.localDate);
  assert.deepEqual(dates, ['2027-11-06', '2027-11-07', '2027-11-08', '2027-11-09']);
  for (const { localDate, createdAt } of rows) {
    const lateMs = createdAt.getTime() - runAt(localDate ?? '', { serverId, hourLocal: 1 }).getTime();
    assert.ok(lateMs >= 0 && lateMs <= 31 * MINUTE_MS, `${localDate}: ${createdAt.toISOString()}`);
  }
});

describe('automatic backups', () => {
  let cloud: Cloud;
  let customer: Customer;
  let serverId: string;
  before(async () => {
    cloud = await startCloud({ start: new Date('2027-03-10T15:00:00Z'), hosts: { 'h100-sxm': [8] } });
  });
  beforeEach(async () => {
    await cloud.engine.faults.clear();
    if (serverId && (await cloud.server(serverId)).status !== 'DELETED') await customer.remove(serverId);
    customer = await cloud.customer('50000');
    serverId = await customer.deploy();
    await cloud.settle();
  });
  after(() => cloud.close());

  const { rows, missed, mails, told, dates, events, live, outage } = backupDays(() => ({ cloud, customer, serverId }));

  test('across 2027-03-14 one is made each local day, 02:00 at 03:00 EDT', async () => {
    await setBackupOption(customer.ctx, { serverId, enabled: true, hourLocal: 2 });
    await live(6 * DAY_MS);
    assert.deepEqual(await dates(), ['2027-03-11', '2027-03-12', '2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16']);
    const hours = (await rows()).map((row) => row.createdAt.getUTCHours());
    assert.deepEqual(new Set(hours), new Set([7, 6]), 'at 2 EST = 7 UTC, then 3 EDT = 7 UTC, then 2 EDT = 6 UTC');
    assert.equal(hours[3], 7);
    assert.equal(hours[4], 6);
  });

  test('the option tells the next run, and it begins then', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true, hourLocal: 23 });
    const next = new Date(option.nextRunAt ?? 0);
    assert.deepEqual(next, runAt(localDateOf(cloud.clock.now()), { serverId, hourLocal: 23 }));
    cloud.clock.moveTo(addMs(next, -1));
    assert.equal(await startDueBackups(cloud.ctx), 0);
    cloud.clock.moveTo(next);
    assert.equal(await startDueBackups(cloud.ctx), 1);
    assert.deepEqual(await dates(), [localDateOf(next)]);
    await cloud.settle();
    const later = (await getBackups(customer.ctx, { serverId })).option.nextRunAt;
    assert.equal(new Date(later ?? 0).getTime() - next.getTime(), DAY_MS);
  });

  test('many workers at the same moment begin it once', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true });
    cloud.clock.moveTo(new Date(option.nextRunAt ?? 0));
    const started = await Promise.all(Array.from({ length: 10 }, () => startDueBackups(cloud.ctx)));
    assert.equal(
      started.reduce((sum, n) => sum + n, 0),
      1,
    );
    await cloud.settle();
    assert.equal(await events('backup.started'), 1);
  });

  test('moving the hour after the day’s backup makes no second one that day', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true, hourLocal: 3 });
    cloud.clock.moveTo(new Date(option.nextRunAt ?? 0));
    await live(30 * MINUTE_MS);
    const [date] = await dates();
    await setBackupOption(customer.ctx, { serverId, hourLocal: 6 });
    await setBackupOption(customer.ctx, { serverId, enabled: false, confirmDeleteBackups: true });
    await setBackupOption(customer.ctx, { serverId, enabled: true, hourLocal: 9 });
    await live(12 * HOUR_MS);
    assert.deepEqual(await dates(), [date]);
    await live(20 * HOUR_MS);
    assert.equal((await dates()).length, 2);
  });

  test('a server that is busy is backed up when it is free, within 6 hours', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true });
    const next = new Date(option.nextRunAt ?? 0);
    cloud.clock.moveTo(addMs(next, -MINUTE_MS));
    await cloud.meter();
    await cloud.engine.faults.slow({ factor: 100 });
    await createBackup(customer.ctx, { serverId });
    await convergeServer(cloud.ctx, cloud.engines, serverId);
    await cloud.engine.faults.clear();
    await cloud.pass(30 * MINUTE_MS, TICK_MS);
    assert.deepEqual(await dates(), []);
    await cloud.pass(4 * HOUR_MS, HOUR_MS);
    assert.deepEqual(await dates(), [localDateOf(next)]);
    assert.equal(await events('backup.missed'), 0);
  });

  test('one that Boreal could not begin within 6 hours is skipped with an event, each day of an outage', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true });
    const next = new Date(option.nextRunAt ?? 0);
    await outage(addMs(next, 6 * HOUR_MS + MINUTE_MS));
    await live(TICK_MS);
    assert.deepEqual([await dates(), await events('backup.missed')], [[], 1]);
    const { backups } = await getBackups(customer.ctx, { serverId });
    assert.deepEqual(
      backups.map(({ kind, status, date }) => [kind, status, date]),
      [['automatic', 'failed', next.toISOString()]],
      'it is in the list, at the time when it was due',
    );
    await outage(addMs(next, 3 * DAY_MS + 5 * HOUR_MS));
    await live(30 * MINUTE_MS);
    assert.equal(await events('backup.missed'), 3);
    assert.deepEqual(
      await missed(),
      [0, 1, 2].map((days) => localDateOf(addMs(next, days * DAY_MS))),
    );
    const { name } = await cloud.server(serverId);
    assert.deepEqual(await told(), [{ serverName: name, date: localDateOf(next), why: 'late' }], 'once for the whole outage');
    await cloud.settle();
    const later = new Date((await getBackups(customer.ctx, { serverId })).option.nextRunAt ?? 0);
    await outage(addMs(later, 7 * HOUR_MS));
    await live(TICK_MS);
    assert.equal((await told()).length, 2, 'and again, after one was made');
    assert.deepEqual(await dates(), [localDateOf(addMs(next, 3 * DAY_MS))]);
  });

  test('a server that is down at its time has one that failed, and its owner is told once why; nothing is charged for it', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true });
    const next = new Date(option.nextRunAt ?? 0);
    cloud.clock.moveTo(addMs(next, -HOUR_MS));
    await cloud.meter();
    await cloud.engine.faults.hostLost('h100-sxm-0');
    await cloud.pass(10 * MINUTE_MS);
    assert.equal((await cloud.server(serverId)).status, 'ERROR');
    const balance = await customer.balance();
    await cloud.pass(3 * DAY_MS, HOUR_MS);
    assert.deepEqual([await dates(), (await missed()).length >= 2], [[], true]);
    const { name } = await cloud.server(serverId);
    assert.deepEqual(await told(), [{ serverName: name, date: localDateOf(next), why: 'down' }]);
    assert.equal(await customer.balance(), balance);
    await cloud.engine.faults.hostBack('h100-sxm-0');
    await cloud.pass(DAY_MS + HOUR_MS, HOUR_MS);
    assert.ok((await dates()).length > 0);
    assert.equal((await told()).length, 1);
  });

  test('several servers of an account that missed it are one mail', async () => {
    const other = await customer.deploy();
    await cloud.settle();
    for (const id of [serverId, other]) await setBackupOption(customer.ctx, { serverId: id, enabled: true });
    await outage(addMs(cloud.clock.now(), 2 * DAY_MS));
    await cloud.tendBackups();
    assert.deepEqual(
      (await mails()).map((servers) => servers.length),
      [2],
    );
    await customer.remove(other);
  });

  test('one that was late by less than 6 hours is made', async () => {
    const { option } = await setBackupOption(customer.ctx, { serverId, enabled: true });
    const next = new Date(option.nextRunAt ?? 0);
    await outage(addMs(next, 5 * HOUR_MS + 50 * MINUTE_MS));
    await live(TICK_MS);
    assert.deepEqual([await dates(), await events('backup.missed')], [[localDateOf(next)], 0]);
  });

  test('a hibernated server is passed over in silence, and backed up again once it runs', async () => {
    await setBackupOption(customer.ctx, { serverId, enabled: true });
    await customer.act(serverId, 'hibernate');
    await cloud.settle();
    await live(3 * DAY_MS);
    assert.deepEqual([await dates(), await events('backup.missed')], [[], 0]);
    await customer.act(serverId, 'hibernate-restore');
    await cloud.settle();
    await live(DAY_MS + HOUR_MS);
    assert.ok((await dates()).length > 0);
  });

  test('retention keeps the newest, drops the oldest when a new one is ready or it is lowered, and never a manual one', async () => {
    await setBackupOption(customer.ctx, { serverId, enabled: true, retention: 3 });
    const manual = await createBackup(customer.ctx, { serverId });
    await cloud.settle();
    await live(5 * DAY_MS + HOUR_MS);
    const kept = async (kind: string) =>
      (await getBackups(customer.ctx, { serverId })).backups.filter((backup) => backup.kind === kind && backup.status === 'ready');
    const three = await kept('automatic');
    assert.equal(three.length, 3);
    assert.deepEqual(
      three.map((backup) => localDateOf(new Date(backup.date))),
      (await dates()).toReversed().slice(0, 3),
    );
    const { deletedBackups } = await setBackupOption(customer.ctx, { serverId, retention: 1 });
    assert.equal(deletedBackups, 2);
    assert.deepEqual(
      (await kept('automatic')).map((backup) => backup.id),
      [three[0]?.id],
    );
    assert.deepEqual(
      (await kept('manual')).map((backup) => backup.id),
      [manual.id],
    );
  });

  test('no backup is kept beyond its time when no other comes: automatic ones for the retention, manual ones 7 days', async () => {
    await setBackupOption(customer.ctx, { serverId, enabled: true, retention: 2 });
    await createBackup(customer.ctx, { serverId });
    await cloud.settle();
    await live(DAY_MS);
    await customer.act(serverId, 'hibernate');
    await cloud.settle();
    const count = async () => (await getBackups(customer.ctx, { serverId })).backups.length;
    assert.equal(await count(), 2);
    await live(2 * DAY_MS + 6 * HOUR_MS);
    assert.equal(await count(), 1);
    await live(4 * DAY_MS);
    assert.equal(await count(), 0);
  });

  test('none is kept for more than seven days, whatever the retention', async () => {
    await setBackupOption(customer.ctx, { serverId, enabled: true, retention: 7 });
    await live(DAY_MS);
    await customer.act(serverId, 'hibernate');
    await cloud.settle();
    const [backup] = (await getBackups(customer.ctx, { serverId })).backups;
    assert.ok(backup?.expiresAt);
    await live(Date.parse(backup.expiresAt) - cloud.clock.now().getTime() + 30 * MINUTE_MS);
    assert.deepEqual((await getBackups(customer.ctx, { serverId })).backups, []);
  });
});
