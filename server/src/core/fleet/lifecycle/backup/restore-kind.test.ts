import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isAppError } from '../../../../kit/errors.ts';
import { quoteRestore } from '../../backups/quote-restore.ts';
import { setBackupOption } from '../../backups/set-backup-option.ts';
import { addHost } from '../../capacity/hosts/add-host.ts';
import { addPool } from '../../capacity/pools/add-pool.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { createBackup } from './create-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const cloud = await startCloud({ hosts: { 'h100-sxm': [2] } });
after(() => cloud.close());

test('a backup is restored only where machines are of the kind that it was made of, and its quote says so', async () => {
  const pool = await addPool(cloud.ctx, { name: 'virtual machines', engine: 'simulated', gpuModel: 'h100-sxm', machineType: 'vm' });
  const { id: hostId } = await addHost(cloud.ctx, { poolId: pool.id, name: 'a-first', gpuCount: 1 });
  const customer = await cloud.customer('100');
  const [first, second] = [await customer.deploy(), await customer.deploy()];
  await cloud.settle();
  const hosts = await Promise.all([first, second].map(async (id) => (await cloud.server(id)).hostId));
  // Best fit: the first of them is on the host with one GPU.
  assert.equal(hosts[0], hostId);
  assert.notEqual(hosts[1], hostId);
  await setBackupOption(customer.ctx, { serverId: second, enabled: true });
  const { id: backupId } = await createBackup(customer.ctx, { serverId: second });
  await cloud.settle();

  await customer.remove(first);
  await cloud.settle();
  const { id: beside } = await restoreBackup(customer.ctx, { serverId: second, backupId });
  assert.equal((await cloud.server(beside)).poolId, (await cloud.server(second)).poolId);
  await cloud.settle();
  assert.equal((await cloud.server(beside)).status, 'ACTIVE');

  // Only virtual machines have a GPU left: other customers may buy it.
  const before = await customer.balance();
  assert.equal((await quoteRestore(customer.ctx, { serverId: second, backupId })).available, false);
  await assert.rejects(restoreBackup(customer.ctx, { serverId: second, backupId }), (error) => isAppError(error, 'PLAN_NOT_AVAILABLE'));
  assert.equal(await customer.balance(), before);
  assert.equal((await cloud.server(await customer.deploy())).hostId, hostId);
});
