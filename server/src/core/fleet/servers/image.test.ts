import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { isAppError } from '../../../kit/errors.ts';
import { startCloud } from '../../testing/cloud.ts';
import { getServer } from './views/get-server.ts';

const cloud = await startCloud();
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
