import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Backups, BackupStarted } from '@boreal/contract/servers/backups.ts';
import { removeDeletedBackups } from '../../server/src/core/fleet/backups/remove-backups.ts';
import { addMs } from '../../server/src/kit/clock.ts';
import { backedUpOwner, backupOwner, leave, prepay } from '../testing/backup-owner.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read } from '../testing/rest-client.ts';
import { refusal, succeeded } from '../testing/walk-requests.ts';

// Manual backups: making them and deleting them.
const rest = await openRestCloud({ hosts: { 'h100-sxm': [4] } });
const { cloud } = rest;
after(() => rest.close());

test('POST starts a manual backup; 400 with the option off, while busy, in no state for it, and for a third', async () => {
  const one = await backupOwner(rest);
  refusal(await one.post(one.backups), 400, 'BACKUP_OPTION_DISABLED');
  succeeded(await one.put(one.backups, { enabled: true }), 'the option');
  const first = await one.post(one.backups);
  assert.equal(first.status, 200);
  const started = read(first, BackupStarted.strict());
  assert.deepEqual([started.kind, started.status, started.date], ['manual', 'creating', cloud.clock.now().toISOString()]);
  refusal(await one.post(one.backups), 400, 'OPERATION_IN_PROGRESS');
  await cloud.settle();
  await one.member.act(one.serverId, 'reboot');
  refusal(await one.post(one.backups), 400, 'INVALID_STATE');
  await cloud.settle();
  assert.equal((await one.post(one.backups)).status, 200);
  await cloud.settle();
  refusal(await one.post(one.backups), 400, 'MANUAL_BACKUP_LIMIT');
  assert.equal(read(await one.get(one.backups), Backups).backups.length, 2);
  await leave(rest, one);
});

test('POST in a status without backups tells what the server can do instead', async () => {
  const one = await backupOwner(rest);
  succeeded(await one.put(one.backups, { enabled: true }), 'the option');
  await one.member.act(one.serverId, 'hibernate');
  await cloud.settle();
  assert.partialDeepStrictEqual(refusal(await one.post(one.backups), 400, 'INVALID_STATE'), {
    currentStatus: 'HIBERNATED',
    allowedActions: ['hibernate-restore'],
    message: 'A server that is HIBERNATED cannot do "backup". Possible now: hibernate-restore.',
  });
  await leave(rest, one);
});

test('POST with an Idempotency-Key starts one backup', async () => {
  const one = await backupOwner(rest);
  succeeded(await one.put(one.backups, { enabled: true }), 'the option');
  const headers = { 'idempotency-key': 'once' };
  const first = await one.post(one.backups, undefined, headers);
  const again = await one.post(one.backups, undefined, headers);
  assert.deepEqual([again.status, again.json], [200, first.json]);
  await leave(rest, one);
});

test('POST 402: the option of a prepaid server is not paid for its new term', async () => {
  const one = await backupOwner(rest);
  const { end, halfMs } = await prepay(rest, one, 'monthly', 30);
  succeeded(await one.put(one.backups, { enabled: true }), 'the option');
  cloud.clock.moveTo(addMs(end, 1));
  await cloud.db.sql
    .updateTable('servers')
    .set({ paidFrom: end, paidUntil: addMs(end, 2 * halfMs) })
    .where('id', '=', one.serverId)
    .execute();
  refusal(await one.post(one.backups), 402, 'PAYMENT_REQUIRED');
  await leave(rest, one);
});

test('DELETE removes a backup; 404 for one that is not there or of another server, 409 while it is made', async () => {
  const one = await backedUpOwner(rest);
  const other = await backupOwner(rest);
  refusal(await other.remove(`${other.backups}/${one.backupId}`), 404, 'NOT_FOUND');
  refusal(await one.remove(`${one.backups}/bkp_none`), 404, 'NOT_FOUND');
  const { id } = read(await one.post(one.backups), BackupStarted);
  refusal(await one.remove(`${one.backups}/${id}`), 409, 'BACKUP_IN_PROGRESS');
  const deleted = await one.remove(`${one.backups}/${one.backupId}`);
  assert.deepEqual([deleted.status, deleted.json], [200, { data: { id: one.backupId, status: 'deleted' } }]);
  await removeDeletedBackups(cloud.ctx, cloud.engine);
  refusal(await one.remove(`${one.backups}/${one.backupId}`), 404, 'NOT_FOUND');
  await leave(rest, one);
  await leave(rest, other);
});
