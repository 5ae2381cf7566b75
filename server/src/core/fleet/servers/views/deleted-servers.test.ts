import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setPrice } from '../../../money/prices/set-price.ts';
import { startCloud } from '../../../testing/cloud.ts';
import { getServer } from './get-server.ts';
import { getServerUsage } from './get-server-usage.ts';
import { listServers } from './list-servers.ts';

const cloud = await startCloud({ hosts: { l4: [2] } });
after(() => cloud.close());

test('a deleted server is told with the price that it had, and one that is there with the price in force', async () => {
  const customer = await cloud.customer('100');
  const [gone, there] = [await customer.deploy('l4-x1'), await customer.deploy('l4-x1')];
  await cloud.settle();
  await customer.remove(gone);
  await cloud.settle();
  await setPrice(cloud.ctx, { planId: 'l4-x1', hourlyMicros: 2_000_000n });

  const told = async (serverId: string) => {
    const { usage } = await getServerUsage(customer.ctx, { serverId });
    return [(await getServer(customer.ctx, { serverId })).monthlyCost, usage.hourlyRate];
  };
  const listed = async (status?: 'DELETED' | 'ACTIVE') =>
    (await listServers(customer.ctx, { ...(status && { status }) })).items.map(({ id, monthlyCost }) => [id, monthlyCost]);
  assert.deepEqual(
    [await told(gone), await told(there)],
    [
      [795.7, 1.09],
      [1460, 2],
    ],
  );
  assert.deepEqual([await listed('DELETED'), await listed('ACTIVE'), await listed()], [[[gone, 795.7]], [[there, 1460]], [[there, 1460]]]);
});
