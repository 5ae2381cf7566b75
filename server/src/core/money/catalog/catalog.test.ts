import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Environment, Flavor, GpuPlan, Image, PublicAvailability, RegionInfo } from '@boreal/contract/shop/catalog.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { addHost } from '../../fleet/capacity/hosts/add-host.ts';
import { addPool } from '../../fleet/capacity/pools/add-pool.ts';
import { soldServers } from '../../fleet/capacity/testing/sold-servers.ts';
import { findDefaultImage, findImage } from './catalog.store.ts';
import { listEnvironments } from './images/list-environments.ts';
import { listFlavors } from '../../fleet/availability/list-flavors.ts';
import { listGpuPlans } from '../../fleet/availability/list-gpu-plans.ts';
import { listImages } from './images/list-images.ts';
import { listPlanRows } from '../../fleet/availability/list-plan-rows.ts';
import { listPrices } from '../prices/list-prices.ts';
import { listRegions } from './regions/list-regions.ts';
import { publicAvailability } from '../../fleet/availability/public-availability.ts';
import { seedCatalog } from './seed-catalog.store.ts';

const shop = await soldServers();
const customer = await shop.customer();
const pool = await addPool(shop.ctx, { name: 'h100', engine: 'simulated', gpuModel: 'h100-sxm', region: 'canada-montreal' });
await addHost(shop.ctx, { poolId: pool.id, name: 'a', gpuCount: 2 });
after(() => shop.db.close());

test('seeding again, also twice at once, changes nothing', async () => {
  const seen = async () => [
    (await listPlanRows(shop.ctx)).length,
    (await listPrices(shop.db.sql)).length,
    (await listImages(customer)).length,
  ];
  const first = await seen();
  await Promise.all([1, 2].map(() => shop.ctx.transact((tx) => seedCatalog(tx, addMs(shop.clock.now(), HOUR_MS)))));
  assert.deepEqual(await seen(), first);
});

test('plans are listed in catalog order with specs, price, stock and eligibility', async () => {
  const plans = await listGpuPlans(customer);
  for (const plan of plans) assert.deepEqual(GpuPlan.parse(plan), plan);
  assert.equal(plans.length, 43);
  assert.deepEqual(
    plans.slice(8, 13).map((plan) => plan.id),
    ['h200-sxm-x8-spot', 'h100-sxm-x1', 'h100-sxm-x1-spot', 'h100-sxm-x2', 'h100-sxm-x2-spot'],
  );
  assert.deepEqual(
    plans.find((plan) => plan.id === 'h100-sxm-x2'),
    {
      id: 'h100-sxm-x2',
      name: 'H100 SXM ×2',
      gpu: '2× H100 SXM 80 GB',
      gpuModel: 'H100 SXM',
      gpuCount: 2,
      spot: false,
      hourlyOnly: false,
      specs: { vcores: 48, ram: 400, storage: 100, storageType: 'NVMe', localStorage: 1500 },
      pricing: { hourly: 7.98, monthly: 4369, annual: 3495, currency: 'CAD' },
      priceOnRequest: false,
      available: true,
      purchasable: true,
      autoProvisioning: true,
      eligibility: 'deployable',
    },
  );
  const eligibility = Object.fromEntries(plans.map((plan) => [plan.id, plan.eligibility]));
  assert.equal(eligibility['h100-sxm-x2-spot'], 'deployable');
  assert.equal(eligibility['h100-sxm-x4'], 'out_of_stock');
  const b200 = plans.find((plan) => plan.id === 'b200-sxm-x8');
  assert.deepEqual([b200?.eligibility, b200?.pricing, b200?.priceOnRequest], ['contact', null, true]);
});

test('flavors are the sizes, each with the plans that sell it', async () => {
  const flavors = await listFlavors(customer);
  for (const flavor of flavors) assert.deepEqual(Flavor.parse(flavor), flavor);
  assert.equal(flavors.length, 22);
  assert.deepEqual(flavors.find((flavor) => flavor.id === 'h100-sxm-x1')?.productIds, ['h100-sxm-x1', 'h100-sxm-x1-spot']);
  assert.deepEqual(
    flavors.filter((flavor) => flavor.stockAvailable).map((flavor) => flavor.id),
    ['h100-sxm-x1', 'h100-sxm-x2'],
  );
});

test('images begin with the default one, and regions are as the contract says', async () => {
  const images = await listImages(customer);
  for (const image of images) assert.deepEqual(Image.parse(image), image);
  assert.deepEqual(
    images.map((image) => image.default),
    [true, false, false, false],
  );
  assert.equal((await findDefaultImage(shop.db.sql))?.id, images[0]?.id);
  assert.equal((await findImage(shop.db.sql, 'debian-12'))?.username, 'debian');
  const [region] = await listRegions(customer);
  assert.deepEqual(RegionInfo.parse(region), region);
});

test('an environment is shown while it holds servers, to its account only', async () => {
  const owner = await shop.customer();
  assert.deepEqual(await listEnvironments(owner), []);
  await shop.server(owner.accountId);
  const second = await shop.server(owner.accountId);
  const counts = async () => (await listEnvironments(owner)).map((each) => Environment.parse(each).serverCount);
  assert.deepEqual(await counts(), [2]);
  assert.deepEqual(await listEnvironments(await shop.customer()), []);
  await shop.db.sql.updateTable('servers').set({ status: 'DELETED' }).where('id', '=', second.id).execute();
  assert.deepEqual(await counts(), [1]);
  await shop.db.sql.updateTable('servers').set({ status: 'DELETED' }).where('accountId', '=', owner.accountId).execute();
  assert.deepEqual(await counts(), []);
});

test('public availability tells what can be deployed online, in catalog order and without a price', async () => {
  const seen = await publicAvailability(shop.db.sql, shop.clock);
  assert.deepEqual(PublicAvailability.parse(seen), seen);
  assert.equal(seen.updatedAt, shop.clock.now().toISOString());
  assert.deepEqual(
    seen.models.map((model) => model.slug),
    ['b200-sxm', 'h200-sxm', 'h100-sxm', 'a100-80gb', 'rtx-pro-6000', 'l40s', 'l4'],
  );
  assert.deepEqual(seen.models[0]?.sizes, [{ id: 'b200-sxm-x8', gpuCount: 8, spot: false, available: false, priceOnRequest: true }]);
  assert.deepEqual(
    seen.models[2]?.sizes.map((size) => [size.id, size.available]),
    [
      ['h100-sxm-x1', true],
      ['h100-sxm-x1-spot', true],
      ['h100-sxm-x2', true],
      ['h100-sxm-x2-spot', true],
      ['h100-sxm-x4', false],
      ['h100-sxm-x4-spot', false],
      ['h100-sxm-x8', false],
      ['h100-sxm-x8-spot', false],
    ],
  );
  assert.ok(!/pric(e|ing)"|hourly|3\.99/.test(JSON.stringify(seen)));
});
