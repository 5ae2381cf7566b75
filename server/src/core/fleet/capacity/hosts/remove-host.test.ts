import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { MINUTE_MS } from '../../../../kit/clock.ts';
import { isAppError } from '../../../../kit/errors.ts';
import { startCloud, type Cloud, type Customer } from '../../../testing/cloud.ts';
import { deleteBackup } from '../../backups/delete-backup.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';
import { createBackup } from '../../lifecycle/backup/create-backup.ts';
import { listHosts } from './list-hosts.ts';
import { removeHost } from './remove-host.ts';
import { setHostState } from './set-host-state.ts';

let cloud: Cloud;
let customer: Customer;
beforeEach(async () => {
  cloud = await startCloud({ hosts: { 'h100-sxm': [1, 2] } });
  customer = await cloud.customer('100');
});
afterEach(() => cloud.close());

const refusedFor = (serverId: string) => (error: unknown) => {
  const [issue] = isAppError(error, 'INVALID_REQUEST') ? error.details.issues : [];
  return issue?.path === 'hostId' && JSON.stringify(issue).includes(serverId);
};

/** A server that was moved off a drained host, and the backup that stayed there. */
async function leftBehind(): Promise<{ hostId: string; serverId: string; backupId: string }> {
  const serverId = await customer.deploy();
  await cloud.settle();
  const hostId = (await cloud.server(serverId)).hostId ?? '';
  await setBackupOption(customer.ctx, { serverId, enabled: true });
  const { id: backupId } = await createBackup(customer.ctx, { serverId });
  await cloud.settle();
  await setHostState(cloud.ctx, { hostId, state: 'draining' });
  await cloud.pass(30 * MINUTE_MS);
  assert.notEqual((await cloud.server(serverId)).hostId, hostId);
  return { hostId, serverId, backupId };
}

test('a host on which backups lie stays until there are none', async () => {
  const { hostId, serverId, backupId } = await leftBehind();
  await assert.rejects(removeHost(cloud.ctx, { hostId }), refusedFor(serverId));
  await deleteBackup(customer.ctx, { serverId, backupId });
  await removeHost(cloud.ctx, { hostId });
  assert.equal((await listHosts(cloud.db.sql)).length, 1);
});

test('backups that lie where other hosts keep theirs, too, hold none of them', async () => {
  const { hostId } = await leftBehind();
  const { storage } = await cloud.db.sql.selectFrom('backups').select('storage').executeTakeFirstOrThrow();
  await cloud.db.sql.updateTable('hosts').set({ backupStorage: storage }).execute();
  await removeHost(cloud.ctx, { hostId });
});

test('what lies on a host that its engine does not know any more is lost, and keeps nobody', async () => {
  const { hostId } = await leftBehind();
  await cloud.db.sql
    .updateTable('hosts')
    .set({ silentSince: cloud.clock.now(), silentWhy: 'unknown_host' })
    .where('id', '=', hostId)
    .execute();
  await removeHost(cloud.ctx, { hostId });
});
