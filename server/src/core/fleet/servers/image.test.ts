import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { z } from 'zod';
import { isAppError } from '../../../kit/errors.ts';
import { addImage } from '../../money/catalog/images/add-image.ts';
import { startCloud } from '../../testing/cloud.ts';
import { readRecord } from '../adoption/machine-record.rules.ts';
import { setBackupOption } from '../backups/set-backup-option.ts';
import { createBackup } from '../lifecycle/backup/create-backup.ts';
import { restoreBackup } from '../lifecycle/backup/restore-backup.ts';
import { getServer } from './views/get-server.ts';

const Spec = z.object({ spec: z.object({ username: z.string(), record: z.string() }) });
const cloud = await startCloud({ hosts: { l4: [8] } });
after(() => cloud.close());

test('a server is made from the image that was chosen, and tells whom to sign in as', async () => {
  const customer = await cloud.customer('100');
  const chosen = await customer.deploy('l4-x1', { imageId: 'debian-12' });
  const other = await customer.deploy('l4-x1');
  await cloud.settle();
  assert.equal((await cloud.server(chosen)).imageId, 'debian-12');
  assert.equal((await getServer(customer.ctx, { serverId: chosen })).sshUser, 'debian');
  assert.equal((await getServer(customer.ctx, { serverId: other })).sshUser, 'ubuntu');
});

test('a server lets in whom it was made to let in, whatever its image says later: woken, restored, in its record, and from before that was kept', async () => {
  const { db, ctx } = cloud;
  const customer = await cloud.customer('100');
  const asleep = await customer.deploy('l4-x1', { imageId: 'debian-12' });
  const saved = await customer.deploy('l4-x1', { imageId: 'debian-12' });
  const older = await customer.deploy('l4-x1', { imageId: 'debian-12' });
  await cloud.settle();
  await setBackupOption(customer.ctx, { serverId: saved, enabled: true });
  const { id: backupId } = await createBackup(customer.ctx, { serverId: saved });
  await customer.act(asleep, 'hibernate');
  await cloud.settle();
  await db.sql.updateTable('servers').set({ sshUser: null }).where('id', '=', older).execute();

  const image = await db.sql.selectFrom('images').selectAll().where('id', '=', 'debian-12').executeTakeFirstOrThrow();
  await addImage(ctx, { ...image, username: 'admin' });
  await customer.act(asleep, 'hibernate-restore');
  const restored = (await restoreBackup(customer.ctx, { serverId: saved, backupId })).id;
  const later = await customer.deploy('l4-x1', { imageId: 'debian-12' });
  await cloud.settle();
  const lets = async (serverId: string) => {
    const { rows } = await db.pool.query(`select spec from simulated_engine.machine where server_id = $1`, [serverId]);
    const { username, record } = Spec.parse(rows[0]).spec;
    return [(await getServer(customer.ctx, { serverId })).sshUser, username, readRecord(record)?.sshUser];
  };
  const made = ['debian', 'debian', 'debian'];
  assert.deepEqual(await Promise.all([asleep, saved, older, restored].map(lets)), [made, made, made, made]);
  assert.deepEqual(await lets(later), ['admin', 'admin', 'admin']);
});

test('an image that is not there is refused, and nothing is taken', async () => {
  const customer = await cloud.customer('100');
  const before = await customer.balance();
  await assert.rejects(customer.deploy('l4-x1', { imageId: 'windows' }), (error) => {
    assert.ok(isAppError(error, 'INVALID_REQUEST'));
    assert.deepEqual(
      error.details.issues.map(({ path }) => path),
      ['imageId'],
    );
    return true;
  });
  assert.equal(await customer.balance(), before);
});
