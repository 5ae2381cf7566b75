import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { getServer } from '../../fleet/servers/views/get-server.ts';
import { getServerUsage } from '../../fleet/servers/views/get-server-usage.ts';
import { listServers } from '../../fleet/servers/views/list-servers.ts';
import { startCloud, type Cloud, type Customer } from '../../testing/cloud.ts';
import { findPrice } from './price-in-force.store.ts';
import { setPlanFlags } from './set-plan-flags.ts';
import { setPrice } from './set-price.ts';
import { withdrawPrice } from './withdraw-price.ts';

const CAD = 1_000_000n;
const B200 = 'b200-sxm-x8';
const H100 = 'h100-sxm-x1';

/** The error for a field, in words that say what to do. */
const refused = (path: string, words: RegExp) => (error: unknown) =>
  isAppError(error, 'INVALID_REQUEST') && error.details.issues[0]?.path === path && words.test(error.details.issues[0].message.en);

describe('a price that is withdrawn', () => {
  let cloud: Cloud;
  let customer: Customer;
  before(async () => {
    cloud = await startCloud({ hosts: { 'b200-sxm': [8], 'h100-sxm': [8] } });
    customer = await cloud.customer('5000');
  });
  after(() => cloud.close());

  const own = (planId: string, hourlyMicros: bigint, validFrom?: Date) =>
    setPrice(cloud.ctx, { planId, accountId: customer.ctx.accountId, hourlyMicros, validFrom });
  const withdraw = (planId: string, validFrom?: Date) => withdrawPrice(cloud.ctx, { planId, accountId: customer.ctx.accountId, validFrom });
  const hourly = async (planId: string, at: Date) =>
    (await findPrice(cloud.db.sql, { planId, accountId: customer.ctx.accountId, at }))?.hourlyMicros ?? null;

  test('falls back to the list price, at once or from a moment ahead, and hours billed before keep theirs', async () => {
    await own(H100, 2n * CAD);
    cloud.clock.advance(MINUTE_MS);
    const id = await customer.deploy(H100);
    await cloud.settle();
    const active = (await cloud.server(id)).firstActiveAt ?? new Date(0);
    await withdraw(H100, addMs(active, 90 * MINUTE_MS));
    await own(H100, 1n * CAD, addMs(active, 4 * HOUR_MS));
    cloud.clock.moveTo(addMs(active, 5 * HOUR_MS + MINUTE_MS));
    await cloud.meter();
    const { usage } = await getServerUsage(customer.ctx, { serverId: id });
    assert.deepEqual(
      usage.hours.map(({ rate }) => rate),
      [1, 1, 3.99, 3.99, 2, 2],
    );
    await withdraw(H100);
    assert.equal(await hourly(H100, addMs(cloud.clock.now(), 1)), 3_990_000n);
    await assert.rejects(withdraw(H100, addMs(cloud.clock.now(), 1)), refused('accountId', /nothing to withdraw/));
    await customer.remove(id);
  });

  test('is refused in the past, for a price that is not there, a plan or an account that do not exist', async () => {
    await own('l4-x1', CAD);
    cloud.clock.advance(MINUTE_MS);
    await assert.rejects(withdraw('l4-x1', addMs(cloud.clock.now(), -1)), refused('validFrom', /in the past/));
    await assert.rejects(withdraw('l40s-x1'), refused('accountId', /nothing to withdraw/));
    await assert.rejects(withdraw('nothing'), { code: 'NOT_FOUND' });
    await assert.rejects(withdrawPrice(cloud.ctx, { planId: H100, accountId: 'acc_nobody' }), { code: 'NOT_FOUND' });
    await withdraw('l4-x1');
    await assert.rejects(own('l4-x1', CAD), refused('validFrom', /very moment/));
  });

  test('leaves no server without a price, running, hibernated or deployed before the withdrawal comes, and no plan sold at none', async () => {
    await assert.rejects(
      setPlanFlags(cloud.ctx, { planId: B200, priceOnRequest: false }),
      refused('priceOnRequest', /has no price.*Set a price first/),
    );
    await own(B200, 40n * CAD);
    await setPlanFlags(cloud.ctx, { planId: B200, priceOnRequest: false, autoProvisioning: true });
    cloud.clock.advance(MINUTE_MS);
    const id = await customer.deploy(B200, { name: 'trainer' });
    await cloud.settle();
    await assert.rejects(withdraw(B200), refused('accountId', new RegExp(`trainer \\(${id}\\).*Set a list price first`)));
    await customer.act(id, 'hibernate');
    await cloud.settle();
    await assert.rejects(withdraw(B200), refused('accountId', /trainer/));
    await customer.remove(id);
    await assert.rejects(withdraw(B200, addMs(cloud.clock.now(), DAY_MS)), refused('validFrom', /no list price then/));
    await assert.rejects(withdraw(B200), refused('accountId', /only price of b200-sxm-x8.*priced on request/));
    await setPlanFlags(cloud.ctx, { planId: B200, priceOnRequest: true, autoProvisioning: false });
    await withdraw(B200);
    assert.equal(await hourly(B200, addMs(cloud.clock.now(), HOUR_MS)), null);
    // Its own price went with it; what it was and cost remains readable.
    cloud.clock.advance(MINUTE_MS);
    await cloud.settle();
    assert.equal((await getServer(customer.ctx, { serverId: id })).status, 'DELETED');
    const { usage } = await getServerUsage(customer.ctx, { serverId: id });
    assert.deepEqual([usage.hourlyRate, usage.hours.length], [null, 1]);
    assert.ok((await listServers(customer.ctx, { status: 'DELETED' })).items.some((server) => server.id === id));
    await assert.rejects(setPlanFlags(cloud.ctx, { planId: B200, priceOnRequest: false }), refused('priceOnRequest', /has no price/));
  });

  test('with a list price that comes in time, it may come too, whatever runs', async () => {
    const soon = addMs(cloud.clock.now(), DAY_MS);
    await own(B200, 40n * CAD, addMs(cloud.clock.now(), 1));
    await setPlanFlags(cloud.ctx, { planId: B200, priceOnRequest: false, autoProvisioning: true });
    cloud.clock.advance(MINUTE_MS);
    const id = await customer.deploy(B200);
    await setPrice(cloud.ctx, { planId: B200, hourlyMicros: 50n * CAD, validFrom: soon });
    await assert.rejects(withdraw(B200, addMs(soon, -1)), refused('accountId', /no list price/));
    await withdraw(B200, soon);
    assert.deepEqual([await hourly(B200, addMs(soon, -1)), await hourly(B200, soon)], [40n * CAD, 50n * CAD]);
    await customer.remove(id);
  });
});
