import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { listRegions } from '../../money/catalog/regions/list-regions.ts';
import { startCloud, type CloudOptions } from '../../testing/cloud.ts';

const minutes = (n: number) => ({ min: n * 60, max: n * 60 });

async function inCloud(options: CloudOptions, story: (cloud: Awaited<ReturnType<typeof startCloud>>) => Promise<void>): Promise<void> {
  const cloud = await startCloud(options);
  try {
    await story(cloud);
  } finally {
    await cloud.close();
  }
}

describe('a server has as long as its engine states', () => {
  for (const { boot, limits, ends } of [
    { boot: 45, limits: undefined, ends: 'ERROR' },
    { boot: 45, limits: { provisioning: 60 }, ends: 'ACTIVE' },
    { boot: 75, limits: { provisioning: 60 }, ends: 'ERROR' },
  ] as const) {
    test(`to be made: ${boot} minutes of ${limits?.provisioning ?? 20}`, () =>
      inCloud({ seconds: { boot: minutes(boot) }, ...(limits && { limits }) }, async (cloud) => {
        const customer = await cloud.customer('100');
        const id = await customer.deploy();
        await cloud.settle();
        const server = await cloud.server(id);
        assert.equal(server.status, ends);
        // A customer who gets no server pays nothing.
        assert.equal((await customer.balance()) === 100_000_000n, ends === 'ERROR');
      }));
  }

  test('to be restored, started and restarted', () =>
    inCloud({ seconds: { wake: minutes(45), reboot: minutes(30) }, limits: { provisioning: 60, reboot: 40 } }, async (cloud) => {
      const customer = await cloud.customer('100');
      const id = await customer.deploy();
      await cloud.settle();
      for (const { action, ends } of [
        { action: 'hibernate', ends: 'HIBERNATED' },
        { action: 'hibernate-restore', ends: 'ACTIVE' },
        { action: 'reboot', ends: 'ACTIVE' },
      ] as const) {
        await customer.act(id, action);
        await cloud.settle();
        assert.equal((await cloud.server(id)).status, ends, action);
      }
    }));
});

describe('IPv6 is promised in a region', () => {
  for (const ipv6 of [true, false]) {
    test(`if its engines can: ${ipv6}`, () =>
      inCloud({ can: { ipv6 } }, async (cloud) => {
        const id = await (await cloud.customer('100')).deploy();
        await cloud.settle();
        assert.equal((await cloud.server(id)).ipv6 !== null, ipv6);
        assert.deepEqual(
          (await listRegions(cloud.ctx)).map(({ features }) => features.ipv6),
          [ipv6],
        );
      }));
  }
});
