import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Backups } from '@boreal/contract/servers/backups.ts';
import { limitHost } from '../../server/src/core/fleet/capacity/hosts/limit-host.ts';
import { listHosts } from '../../server/src/core/fleet/capacity/hosts/list-hosts.ts';
import { limitHibernation } from '../../server/src/core/fleet/servers/limit-hibernation.ts';
import { backupOwner, leave } from '../testing/backup-owner.ts';
import { openRestCloud } from '../testing/rest-cloud.ts';
import { read } from '../testing/rest-client.ts';
import { inFrench, refusal, succeeded } from '../testing/walk-requests.ts';

// What the house limits of disks that nobody pays for, as customers meet it.
const rest = await openRestCloud({ hosts: { 'h100-sxm': [4] } });
const { cloud } = rest;
after(() => rest.close());

test('400 HIBERNATION_LIMIT says what the account keeps and may keep; the server runs on and is billed on', async () => {
  const one = await backupOwner(rest);
  const hibernate = (headers = {}) => one.post(`/servers/${one.serverId}/actions`, { action: 'hibernate' }, headers);
  await limitHibernation(cloud.ctx, { accountId: null, gb: 849 });
  const answer = await hibernate();
  assert.partialDeepStrictEqual(refusal(answer, 400, 'HIBERNATION_LIMIT'), {
    limitGb: 849,
    keptGb: 0,
    neededGb: 850,
    message:
      'Hibernated servers of an account keep at most 849 GB of disks. Yours keep 0 GB, and this one has 850 GB. Delete one, or contact support.',
  });
  inFrench(await hibernate({ 'accept-language': 'fr' }), answer);
  await cloud.settle();
  assert.partialDeepStrictEqual(await cloud.server(one.serverId), { status: 'ACTIVE', goal: 'running', task: null });
  // The same request works once the house allows it, also under the key of the refusal.
  const headers = { 'idempotency-key': 'sleep' };
  refusal(await hibernate(headers), 400, 'HIBERNATION_LIMIT');
  await limitHibernation(cloud.ctx, { accountId: null, gb: 850 });
  succeeded(await hibernate(headers), 'hibernate');
  await cloud.settle();
  assert.equal((await cloud.server(one.serverId)).status, 'HIBERNATED');
  await limitHibernation(cloud.ctx, { accountId: null, gb: null });
  await leave(rest, one);
});

test('400 BACKUP_STORAGE_FULL: no backup is begun, those there are stay, and nothing is charged', async () => {
  const one = await backupOwner(rest);
  succeeded(await one.put(one.backups, { enabled: true }), 'the option');
  succeeded(await one.post(one.backups), 'a first backup');
  await cloud.settle();
  const before = [await one.balance(), read(await one.get(one.backups), Backups).backups];
  const [host] = await listHosts(cloud.db.sql);
  assert.ok(host);
  await limitHost(cloud.ctx, { hostId: host.id, disksGb: [{ factor: 0.001 }] });
  const answer = await one.post(one.backups);
  refusal(answer, 400, 'BACKUP_STORAGE_FULL');
  inFrench(await one.post(one.backups, undefined, { 'accept-language': 'fr' }), answer);
  await cloud.settle();
  assert.deepEqual([await one.balance(), read(await one.get(one.backups), Backups).backups], before);
  assert.partialDeepStrictEqual(await cloud.server(one.serverId), { status: 'ACTIVE', task: null });
  await limitHost(cloud.ctx, { hostId: host.id, disksGb: [{ factor: 1 }] });
  succeeded(await one.post(one.backups), 'a second backup');
  await cloud.settle();
  await leave(rest, one);
});
