import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { addImage } from '../../money/catalog/images/add-image.ts';
import { listImages } from '../../money/catalog/images/list-images.ts';
import { removeImage } from '../../money/catalog/images/remove-image.ts';
import { refusedOn } from '../../testing/refusals.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { createServer } from '../lifecycle/create/create-server.ts';
import { whileUncommitted } from '../../testing/while-uncommitted.ts';

let cloud: Cloud;
let customer: Customer;
beforeEach(async () => {
  cloud = await startCloud();
  customer = await cloud.customer('100');
  const image = { id: 'rare', name: 'Rare', username: 'rare', engineName: null, type: 'debian', version: '1', sizeGb: 5 };
  await addImage(cloud.ctx, { ...image, isDefault: false, labels: [] });
});
afterEach(() => cloud.close());

const imageIds = async () => (await listImages(cloud.ctx)).map(({ id }) => id);

test('a server whose image is removed at the same moment is refused, as if it had been gone, and nothing is taken', async () => {
  const before = await customer.balance();
  const deployed = whileUncommitted(
    cloud,
    (ctx) => removeImage(ctx, { imageId: 'rare' }),
    () => customer.deploy('l4-x1', { imageId: 'rare' }),
  );
  await assert.rejects(deployed, refusedOn('imageId'));
  assert.equal(await customer.balance(), before);
  assert.equal((await imageIds()).includes('rare'), false);
});

test('an image of which a server is made at the same moment stays, and its operator is told', async () => {
  const removed = whileUncommitted(
    cloud,
    (ctx) =>
      createServer({ ...customer.ctx, transact: ctx.transact }, { productId: 'l4-x1', sshKeyId: customer.sshKeyId, imageId: 'rare' }),
    () => removeImage(cloud.ctx, { imageId: 'rare' }),
  );
  await assert.rejects(removed, refusedOn('image'));
  assert.equal((await imageIds()).includes('rare'), true);
});
