import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { setPrice } from '../prices/set-price.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { getServerUsage } from '../../fleet/servers/views/get-server-usage.ts';

const CAD = 1_000_000n;
const RATE = 3_990_000n;

describe('the meter', () => {
  let cloud: Cloud;
  before(async () => {
    cloud = await startCloud({ hosts: { 'h100-sxm': [8, 8, 8, 8] } });
  });
  after(async () => {
    try {
      for (const check of await verifyLedger(cloud.db.sql)) assert.deepEqual(check.broken, [], check.name);
    } finally {
      await cloud.close();
    }
  });

  const running = async (cad: string): Promise<{ customer: Customer; id: string; at: Date }> => {
    const customer = await cloud.customer(cad);
    const id = await customer.deploy();
    await cloud.settle();
    const at = (await cloud.server(id)).firstActiveAt ?? new Date(0);
    return { customer, id, at };
  };
  const hoursOf = async ({ customer, id }: { customer: Customer; id: string }) =>
    (await getServerUsage(customer.ctx, { serverId: id })).usage.hours.toReversed();

  test('bills an hour when it begins and not a millisecond before', async () => {
    const server = await running('100');
    cloud.clock.moveTo(addMs(server.at, HOUR_MS - 1));
    await cloud.meter();
    assert.equal((await hoursOf(server)).length, 1);
    cloud.clock.moveTo(addMs(server.at, HOUR_MS));
    await cloud.meter();
    assert.equal((await hoursOf(server)).length, 2);
    await server.customer.remove(server.id);
  });

  test('catches up every hour of an outage, also across a month', async () => {
    const server = await running('10000');
    cloud.clock.advance(40 * DAY_MS);
    await cloud.meter();
    const hours = await hoursOf(server);
    assert.equal(hours.length, 40 * 24 + 1);
    assert.equal(new Set(hours.map((hour) => hour.periodStart)).size, hours.length);
    assert.equal(await server.customer.balance(), 10_000n * CAD - BigInt(hours.length) * RATE);
    await server.customer.remove(server.id);
  });

  test('each hour has the price that was in force when it began', async () => {
    const server = await running('1000');
    await setPrice(cloud.ctx, { planId: 'h100-sxm-x1', hourlyMicros: 5n * CAD, validFrom: addMs(server.at, 2 * HOUR_MS) });
    await setPrice(cloud.ctx, { planId: 'h100-sxm-x1', hourlyMicros: RATE, validFrom: addMs(server.at, 4 * HOUR_MS) });
    await setPrice(cloud.ctx, {
      planId: 'h100-sxm-x1',
      accountId: server.customer.ctx.accountId,
      hourlyMicros: 2n * CAD,
      validFrom: addMs(server.at, 5 * HOUR_MS),
    });
    cloud.clock.moveTo(addMs(server.at, 6 * HOUR_MS));
    await cloud.meter();
    assert.deepEqual(
      (await hoursOf(server)).map((hour) => hour.rate),
      [3.99, 3.99, 5, 5, 3.99, 2, 2],
    );
    await server.customer.remove(server.id);
  });

  test('twenty meters at once bill an hour once', async () => {
    const server = await running('100');
    cloud.clock.moveTo(addMs(server.at, HOUR_MS + MINUTE_MS));
    await Promise.all(Array.from({ length: 20 }, () => cloud.meter()));
    assert.equal(await server.customer.balance(), 100n * CAD - 2n * RATE);
    await server.customer.remove(server.id);
  });

  test('an account with credit for some of its servers pays the hours that begin first and hibernates the rest', async () => {
    const customer = await cloud.customer('12');
    const first = await customer.deploy();
    await cloud.settle();
    cloud.clock.advance(MINUTE_MS);
    const second = await customer.deploy();
    await cloud.settle();
    assert.equal(await customer.balance(), 12n * CAD - 2n * RATE);
    await cloud.pass(HOUR_MS);
    await cloud.settle();
    assert.equal((await cloud.server(first)).status, 'ACTIVE');
    assert.equal((await cloud.server(second)).status, 'HIBERNATED');
    assert.equal(await customer.balance(), 12n * CAD - 3n * RATE);
    await customer.remove(first);
    await customer.remove(second);
  });

  test('hours of a server that was hibernated before a late meter came are billed up to then and no further', async () => {
    const server = await running('100');
    cloud.clock.moveTo(addMs(server.at, 2 * HOUR_MS + 30 * MINUTE_MS));
    await server.customer.act(server.id, 'hibernate');
    cloud.clock.moveTo(addMs(server.at, 9 * HOUR_MS));
    await cloud.meter();
    await cloud.settle();
    assert.equal((await hoursOf(server)).length, 3);
    await server.customer.remove(server.id);
  });

  test('what a late meter cannot take for hours before a restore leaves the hour alone that the restore has paid', async () => {
    const server = await running('12');
    cloud.clock.moveTo(addMs(server.at, 4 * HOUR_MS + MINUTE_MS));
    await server.customer.act(server.id, 'hibernate');
    await cloud.settle();
    cloud.clock.moveTo(addMs(server.at, 6 * HOUR_MS));
    await server.customer.act(server.id, 'hibernate-restore');
    await cloud.settle();
    await cloud.meter();
    await cloud.settle();
    // The second hour could be paid, the third could not; the hour of the restore was paid when it was requested.
    assert.deepEqual([(await hoursOf(server)).length, (await cloud.server(server.id)).status], [3, 'ACTIVE']);
    cloud.clock.advance(HOUR_MS);
    await cloud.meter();
    await cloud.settle();
    assert.deepEqual([(await hoursOf(server)).length, (await cloud.server(server.id)).status], [3, 'HIBERNATED']);
  });

  test('several servers of an account are charged with one transfer a run', async () => {
    const customer = await cloud.customer('100');
    const ids = [await customer.deploy(), await customer.deploy(), await customer.deploy()];
    await cloud.settle();
    cloud.clock.advance(HOUR_MS);
    await cloud.meter();
    const transfers = await cloud.db.sql
      .selectFrom('transfers')
      .select(['amountMicros', 'data', 'serverId'])
      .where('accountId', '=', customer.ctx.accountId)
      .where('key', 'like', 'meter:%')
      .execute();
    assert.deepEqual(transfers, [{ amountMicros: 3n * RATE, data: { of: 'hours', hours: 3 }, serverId: null }]);
    for (const id of ids) await customer.remove(id);
  });
});
