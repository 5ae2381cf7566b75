import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listEnvironments } from '../../core/money/catalog/images/list-environments.ts';
import { listRegions } from '../../core/money/catalog/regions/list-regions.ts';
import { listGpuPlans } from '../../core/fleet/availability/list-gpu-plans.ts';
import { jsonOf, startOperatedCloud } from '../testing.ts';

const cloud = await startOperatedCloud();
const customer = await cloud.customer('200');
after(() => cloud.close());

const PARIS = ['--name', 'Paris, France', '--country', 'FR', '--timezone', 'Europe/Paris', '--ipv6', 'no'];

const { done, refused } = cloud;

async function stockIn(region?: string): Promise<boolean | undefined> {
  return (await listGpuPlans(customer.ctx, { region })).find(({ id }) => id === 'h100-sxm-x1')?.available;
}

test('a second region sells what stands in it, and only that', async () => {
  await done('region', 'add', 'france-paris', ...PARIS);
  assert.deepEqual((await listRegions(cloud.ctx)).at(-1), {
    id: 'france-paris',
    name: 'Paris, France',
    country: 'FR',
    province: '',
    timezone: 'Europe/Paris',
    default: false,
    available: false,
    features: { spot: false, backups: true, ipv6: false },
  });
  assert.deepEqual([await stockIn(), await stockIn('france-paris')], [true, false]);
  await assert.rejects(customer.deploy('h100-sxm-x1', { region: 'france-paris' }), { code: 'PLAN_NOT_AVAILABLE' });
  await assert.rejects(customer.deploy('h100-sxm-x1', { region: 'atlantis' }), { code: 'INVALID_REQUEST' });

  const pool = jsonOf(await cloud.attempt('pool', 'add', 'par-h100', '--model', 'h100-sxm', '--region', 'france-paris', '--json'));
  assert.ok(typeof pool === 'object' && pool !== null && 'id' in pool && typeof pool.id === 'string');
  await done('host', 'add', 'par-1', '--pool', pool.id, '--gpus', '2');
  assert.equal(await stockIn('france-paris'), true);
  const serverId = await customer.deploy('h100-sxm-x1', { region: 'france-paris' });
  await cloud.settle();
  const server = await cloud.server(serverId);
  assert.deepEqual([server.status, server.region], ['ACTIVE', 'france-paris']);
  assert.deepEqual(
    (await listEnvironments(customer.ctx)).map(({ region }) => region),
    ['france-paris'],
  );
  assert.match(await refused('region', 'remove', 'france-paris'), /france-paris has pools/);
});

test('the default is one region, and requests that name none mean it', async () => {
  await done('region', 'change', 'france-paris', '--default', '--name', 'Paris');
  assert.deepEqual(
    (await listRegions(cloud.ctx)).map(({ id, default: isDefault }) => [id, isDefault]),
    [
      ['france-paris', true],
      ['canada-montreal', false],
    ],
  );
  const serverId = await customer.deploy('h100-sxm-x1');
  assert.equal((await cloud.server(serverId)).region, 'france-paris');
  assert.match(await refused('region', 'remove', 'france-paris'), /is the default region/);
  await done('region', 'change', 'canada-montreal', '--default');
});

test('a region that nobody uses can be removed, and what cannot be is refused', async () => {
  await done('region', 'add', 'mars', '--name', 'Mars', '--country', 'CA', '--timezone', 'UTC');
  await done('region', 'remove', 'mars');
  assert.match(await refused('region', 'remove', 'mars'), /no such region/);
  assert.match(await refused('region', 'add', 'france-paris', ...PARIS), /The region france-paris already exists/);
  assert.match(await refused('region', 'add', 'Paris', ...PARIS), /The id of a region/);
  assert.match(await refused('region', 'add', 'x', '--name', 'X', '--country', 'XX', '--timezone', 'UTC'), /two-letter code/);
  assert.match(await refused('region', 'add', 'x', '--name', 'X', '--country', 'CA', '--timezone', 'Mars/Olympus'), /time zone/);
  assert.match(await refused('region', 'change', 'mars', '--name', 'x'), /no such region/);
  assert.match(await refused('region', 'change', 'france-paris'), /Nothing to change/);
  assert.match(await refused('pool', 'add', 'nowhere', '--model', 'l4', '--region', 'mars'), /no such region/);
});
