import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCloud } from '../../testing/cloud.ts';
import { addImage } from './images/add-image.ts';
import { addRegion } from './regions/add-region.ts';
import { selectImages } from './catalog.store.ts';
import { changeRegion } from './regions/change-region.ts';
import { selectRegions } from './regions/regions.store.ts';

const cloud = await startCloud();
const { ctx } = cloud;
after(() => cloud.close());

const PLACE = { name: 'Paris', country: 'FR', province: '', timezone: 'Europe/Paris', ipv6: true } as const;
const IMAGE = { name: 'Alma', username: 'alma', engineName: null, type: 'alma', version: '9', sizeGb: 4, labels: [] } as const;
const TEN = Array.from({ length: 10 }, (_, n) => `at-once-${n}`);

test('operators who make several regions the default at once leave one', async () => {
  await Promise.all(TEN.map((id) => addRegion(ctx, { ...PLACE, id, isDefault: true })));
  await Promise.all(TEN.map((regionId) => changeRegion(ctx, { regionId, makeDefault: true })));
  assert.equal((await selectRegions(ctx.db.sql)).filter(({ isDefault }) => isDefault).length, 1);
});

test('the same with images, and with the first of all', async () => {
  await Promise.all(TEN.map((id) => addImage(ctx, { ...IMAGE, id, isDefault: true })));
  await ctx.db.sql.deleteFrom('images').execute();
  await Promise.all(TEN.map((id) => addImage(ctx, { ...IMAGE, id, isDefault: false })));
  assert.equal((await selectImages(ctx.db.sql)).filter(({ isDefault }) => isDefault).length, 1);
});
