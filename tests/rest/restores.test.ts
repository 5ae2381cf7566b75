import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BackupRestored, BackupStarted, RestoreQuote } from '@boreal/contract/servers/backups.ts';
import { convergeServer } from '../../server/src/core/fleet/lifecycle/converge/converge-server.ts';
import { backedUpOwner, leave } from '../testing/backup-owner.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read } from '../testing/rest-client.ts';
import { refusal } from '../testing/walk-requests.ts';

// A new server from a backup: its price, and its sale.
const rest = await openRestCloud({ hosts: { 'h100-sxm': [4] } });
const { cloud } = rest;
after(() => rest.close());

test('GET restore tells the price; 404 for a backup that is not there', async () => {
  const one = await backedUpOwner(rest);
  const quote = await one.get(`${one.backups}/${one.backupId}/restore`);
  assert.equal(quote.status, 200);
  assert.deepEqual(read(quote, RestoreQuote.strict()), {
    backupId: one.backupId,
    productId: 'h100-sxm-x1',
    region: 'canada-montreal',
    hourlyRateCad: 3.99,
    requiredCredits: 3.99,
    currentBalance: 96.01,
    available: true,
    sufficient: true,
  });
  refusal(await one.get(`${one.backups}/bkp_none/restore`), 404, 'NOT_FOUND');
  await leave(rest, one);
});

test('POST restore makes a new server without a body too; 404, 409 and 402 as they should be', async () => {
  const one = await backedUpOwner(rest, '12');
  const path = `${one.backups}/${one.backupId}/restore`;
  refusal(await one.post(`${one.backups}/bkp_none/restore`), 404, 'NOT_FOUND');
  refusal(await one.post(path, { expectedHourlyRateCad: 4 }), 409, 'PRICE_CHANGED');
  refusal(await one.post(path, { nam: 'x' }), 400, 'INVALID_REQUEST');
  const { id: making } = read(await one.post(one.backups), BackupStarted);
  await convergeServer(cloud.ctx, cloud.engines, one.serverId);
  refusal(await one.post(`${one.backups}/${making}/restore`), 409, 'BACKUP_NOT_READY');
  const done = await one.post(path, undefined, { 'idempotency-key': 'restore' });
  assert.equal(done.status, 200);
  const restored = read(done, BackupRestored.strict());
  assert.deepEqual(
    [restored.status, restored.gpu, restored.backupId, restored.sourceServerId],
    ['PROVISIONING', '1× H100 SXM', one.backupId, one.serverId],
  );
  assert.deepEqual((await one.post(path, undefined, { 'idempotency-key': 'restore' })).json, done.json);
  await cloud.settle();
  assert.equal((await cloud.server(restored.id)).status, 'ACTIVE');
  const named = read(await one.post(path, { name: 'second' }), BackupRestored);
  assert.equal(named.name, 'second');
  refusal(await one.post(path), 402, 'INSUFFICIENT_CREDITS');
  for (const id of [restored.id, named.id]) await one.member.remove(id);
  await leave(rest, one);
});

test('POST restore 409 out of stock, and nothing is charged', async () => {
  const one = await backedUpOwner(rest);
  const fillers = [await one.member.deploy(), await one.member.deploy(), await one.member.deploy()];
  await cloud.settle();
  const before = await one.member.balance();
  refusal(await one.post(`${one.backups}/${one.backupId}/restore`), 409, 'PLAN_NOT_AVAILABLE');
  assert.equal(await one.member.balance(), before);
  for (const id of fillers) await one.member.remove(id);
  await leave(rest, one);
});
