import { missing, refusedOn } from '../../testing/refusals.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { isAppError } from '../../../kit/errors.ts';
import { soldServers } from '../../fleet/capacity/testing/sold-servers.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findPlan } from '../catalog/catalog.store.ts';
import { findPrice } from './price-in-force.store.ts';
import { listGpuPlans } from '../../fleet/availability/list-gpu-plans.ts';
import { listPlanRows } from '../../fleet/availability/list-plan-rows.ts';
import { listPrices } from './list-prices.ts';
import { setPlanFlags } from './set-plan-flags.ts';
import { setPrice } from './set-price.ts';

const shop = await soldServers();
const customer = await shop.customer();
after(() => shop.db.close());

test('an account pays its own price while one is in force, everybody else the list price', async () => {
  const [own, other] = [await shop.customer(), await shop.customer()];
  const planId = 'h200-sxm-x1';
  const soon = addMs(shop.clock.now(), HOUR_MS);
  await setPrice(shop.ctx, { planId, accountId: own.accountId, validFrom: soon, hourlyMicros: 4_000_000n, monthlyMicros: 2_000_000_000n });
  const hourly = async (ctx: CustomerCtx) => (await listGpuPlans(ctx)).find((plan) => plan.id === planId)?.pricing?.hourly;
  assert.deepEqual([await hourly(own), await hourly(other)], [4.99, 4.99]);

  shop.clock.moveTo(soon);
  assert.deepEqual([await hourly(own), await hourly(other)], [4, 4.99]);
  await setPrice(shop.ctx, { planId, hourlyMicros: 5_250_000n });
  assert.deepEqual([await hourly(own), await hourly(other)], [4, 5.25]);
  assert.deepEqual(await findPrice(shop.db.sql, { planId, accountId: own.accountId, at: soon }), {
    hourlyMicros: 4_000_000n,
    monthlyMicros: 2_000_000_000n,
    annualMicros: 1_752_000_000n,
  });
  assert.equal(await findPrice(shop.db.sql, { planId, accountId: own.accountId, at: addMs(soon, -2 * HOUR_MS) }), null);
  assert.equal((await listPrices(shop.db.sql, { planId })).length, 3);
  assert.deepEqual(
    (await listPrices(shop.db.sql, { planId, accountId: null })).map((row) => row.hourlyMicros),
    [5_250_000n, 4_990_000n],
  );
  assert.equal((await listPrices(shop.db.sql, { accountId: own.accountId })).length, 1);
});

test('a price is refused in the past, twice for an instant, of nothing, and by the month where only hours are sold', async () => {
  const price = { planId: 'l40s-x1', hourlyMicros: 2_000_000n };
  await setPrice(shop.ctx, price);
  await assert.rejects(setPrice(shop.ctx, price), refusedOn('validFrom'));
  await assert.rejects(setPrice(shop.ctx, { ...price, validFrom: addMs(shop.clock.now(), -1) }), refusedOn('validFrom'));
  await assert.rejects(setPrice(shop.ctx, { ...price, hourlyMicros: 0n }), refusedOn('hourlyMicros'));
  await assert.rejects(setPrice(shop.ctx, { ...price, monthlyMicros: -1n }), refusedOn('monthlyMicros'));
  await assert.rejects(setPrice(shop.ctx, { planId: 'l4-x1', hourlyMicros: 1n, annualMicros: 1n }), refusedOn('annualMicros'));
  await assert.rejects(setPrice(shop.ctx, { planId: 'l40s-x1-spot', hourlyMicros: 1n, monthlyMicros: 1n }), refusedOn('monthlyMicros'));
  await assert.rejects(setPrice(shop.ctx, { planId: 'nothing', hourlyMicros: 1n }), missing('plan'));
  await assert.rejects(setPrice(shop.ctx, { ...price, accountId: 'acc_nobody' }), missing('account'));
  await setPrice(shop.ctx, { planId: 'l4-x1', hourlyMicros: 1_000_000n });
});

test('a price has at most four decimals, as every rate is told', async () => {
  const price = { planId: 'l40s-x2', hourlyMicros: 4_580_100n, monthlyMicros: 2_000_000_000n };
  for (const path of ['hourlyMicros', 'monthlyMicros'] as const)
    await assert.rejects(setPrice(shop.ctx, { ...price, [path]: price[path] + 1n }), refusedOn(path));
  await setPrice(shop.ctx, price);
  assert.equal((await listGpuPlans(customer)).find((plan) => plan.id === price.planId)?.pricing?.hourly, 4.5801);
});

test('a price by the month is in whole cents, as cards are charged; one by the hour need not be', async () => {
  const price = { planId: 'l40s-x4', hourlyMicros: 9_160_100n, monthlyMicros: 2_000_010_000n, annualMicros: 1_000_990_000n };
  for (const path of ['monthlyMicros', 'annualMicros'] as const)
    await assert.rejects(setPrice(shop.ctx, { ...price, [path]: price[path] + 5_000n }), refusedOn(path));
  await setPrice(shop.ctx, price);
});

test('flags change what a plan can do, and a plan on request is not deployed online', async () => {
  const planId = 'a100-80gb-x1';
  assert.equal((await setPlanFlags(shop.ctx, { planId, purchasable: false })).purchasable, false);
  assert.equal((await listGpuPlans(customer)).find((plan) => plan.id === planId)?.eligibility, 'disabled');
  await setPlanFlags(shop.ctx, { planId, purchasable: true, autoProvisioning: false });
  assert.deepEqual({ ...(await findPlan(shop.db.sql, planId)) }, { ...(await setPlanFlags(shop.ctx, { planId })) });
  assert.equal((await listGpuPlans(customer)).find((plan) => plan.id === planId)?.eligibility, 'contact');
  await assert.rejects(setPlanFlags(shop.ctx, { planId: 'b200-sxm-x8', autoProvisioning: true }), (error) =>
    isAppError(error, 'INVALID_REQUEST'),
  );
  await assert.rejects(setPlanFlags(shop.ctx, { planId: 'nothing' }), (error) => isAppError(error, 'NOT_FOUND'));
  assert.equal((await listPlanRows(shop.ctx)).find((row) => row.id === planId)?.listPrice?.hourlyMicros, 2_090_000n);
});
