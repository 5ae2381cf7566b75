import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deedInWords } from '@boreal/contract/operator/deed-words.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { easyRules } from '../../../kit/sign-in-rules.ts';
import { addModel } from '../../money/catalog/add-model.ts';
import { addPlan } from '../../money/catalog/add-plan.ts';
import { reinstateModel, retireModel } from '../../money/catalog/retire-model.ts';
import { reinstatePlan, retirePlan } from '../../money/catalog/retire-plan.ts';
import { findPrice } from '../../money/prices/price-in-force.store.ts';
import { setPrice } from '../../money/prices/set-price.ts';
import { startCloud } from '../../testing/cloud.ts';
import { addOperator } from '../../testing/people.ts';
import { decideRequest } from './decide-request.ts';
import { listRequests } from './list-requests.ts';
import { setPriceByHand, withdrawPriceByHand } from './price-by-hand.ts';

const cloud = await startCloud();
after(() => cloud.close());

const CAD = 1_000_000n;
const PLAN = 'h100-sxm-x1';
const rules = { ...easyRules, priceAlonePercent: 20 };

async function twoOperators(): Promise<[Ctx, Ctx]> {
  const [one, two] = [await addOperator(cloud.ctx), await addOperator(cloud.ctx)];
  return [
    { ...one.ctx, rules },
    { ...two.ctx, rules },
  ];
}
const approve = (ctx: Ctx, requestId: string | null) => decideRequest(ctx, { requestId: requestId ?? '', decision: 'approved' });
const decline = (ctx: Ctx, requestId: string | null) => decideRequest(ctx, { requestId: requestId ?? '', decision: 'declined' });
const priceNow = async (accountId: string | null = null) =>
  (await findPrice(cloud.ctx.db.sql, { planId: PLAN, accountId, at: cloud.clock.now() }))?.hourlyMicros;

test('a price far from the one before takes two, up or down, in many small steps too, and from another price it is outdated', async () => {
  const [one, two] = await twoOperators();
  const before = (await priceNow()) ?? 0n;
  const price = (percent: bigint) => ((before * percent) / 100n / 10_000n) * 10_000n;
  const set = (ctx: Ctx, percent: bigint) => {
    cloud.clock.advance(1);
    return setPriceByHand(ctx, { planId: PLAN, hourlyMicros: price(percent) });
  };
  assert.equal((await set(one, 85n)).requestId, null);
  const slice = await set(one, 70n);
  assert.ok(slice.requestId !== null, 'two steps of fifteen percent are thirty');
  assert.ok((await set(one, 150n)).requestId !== null, 'customers of the next hour would pay it');
  assert.equal(await priceNow(), price(85n));
  assert.equal((await set(one, 90n)).requestId, null);
  await assert.rejects(approve(two, slice.requestId), { code: 'REQUEST_OUTDATED' });
  const third = await set(one, 60n);
  await approve(two, third.requestId);
  assert.equal(await priceNow(), price(60n));
});

test('a price asked for from one that a dated price has replaced meanwhile is outdated', async () => {
  const [one, two] = await twoOperators();
  const before = (await priceNow()) ?? 0n;
  cloud.clock.advance(1);
  const validFrom = addMs(cloud.clock.now(), HOUR_MS);
  await setPrice(cloud.ctx, { planId: PLAN, validFrom, hourlyMicros: before * 3n });
  const { requestId } = await setPriceByHand(one, { planId: PLAN, hourlyMicros: before * 2n });
  assert.ok(requestId !== null);
  cloud.clock.moveTo(addMs(validFrom, 1));
  // The request was to raise the price; now it would lower it.
  await assert.rejects(approve(two, requestId), { code: 'REQUEST_OUTDATED', details: { of: 'price' } });
  assert.equal(await priceNow(), before * 3n);
  await decline(two, requestId);
});

test('a first price far below what a GPU of the model costs elsewhere takes two: a plan made for the purpose sells nothing cheap', async () => {
  const [one] = await twoOperators();
  const size = { vcores: 8, ramGb: 64, storageGb: 100, storageType: 'NVMe', localStorageGb: 0 };
  const { id: planId } = await addPlan(one, {
    gpuModel: 'h100-sxm',
    gpuCount: 3,
    spot: false,
    hourlyOnly: true,
    ...size,
  });
  const cheap = await setPriceByHand(one, { planId, hourlyMicros: 10_000n });
  assert.ok(cheap.requestId !== null);
  assert.equal((await setPriceByHand(one, { planId, hourlyMicros: 27_000_000n })).requestId, null);
});

test('a first monthly or annual price far below what its hours come to takes two: a fair hour beside it sells no month for a cent', async () => {
  const [one, two] = await twoOperators();
  const size = { vcores: 8, ramGb: 64, storageGb: 100, storageType: 'NVMe', localStorageGb: 0 };
  const { id: planId } = await addPlan(one, {
    id: 'a100-by-the-month',
    gpuModel: 'a100-80gb',
    gpuCount: 5,
    spot: false,
    hourlyOnly: false,
    ...size,
  });
  const fair = { planId, hourlyMicros: 11n * CAD };
  const cent = 10_000n;
  for (const cheap of [{ monthlyMicros: cent }, { annualMicros: cent }, { monthlyMicros: 4_700n * CAD }]) {
    const { requestId } = await setPriceByHand(one, { ...fair, ...cheap });
    assert.ok(requestId !== null);
    await decline(two, requestId);
  }
  // A higher price gives nothing away, and one slightly below the usual discounts (6,023 and 4,818 dollars) needs no second operator.
  assert.equal((await setPriceByHand(one, { ...fair, monthlyMicros: 4_900n * CAD, annualMicros: 20_000n * CAD })).requestId, null);
});

test('a first price is compared with retired plans too: retiring all of a model frees none of its prices', async () => {
  const [one] = await twoOperators();
  await retireModel(one, { slug: 'l4' });
  await reinstateModel(one, { slug: 'l4' });
  const size = { vcores: 8, ramGb: 48, storageGb: 100, storageType: 'NVMe', localStorageGb: 250 };
  const { id: planId } = await addPlan(one, { id: 'l4-cheap', gpuModel: 'l4', gpuCount: 1, spot: false, hourlyOnly: true, ...size });
  assert.ok((await setPriceByHand(one, { planId, hourlyMicros: 10_000n })).requestId !== null);
  assert.equal((await setPriceByHand(one, { planId, hourlyMicros: 1_000_000n })).requestId, null);
  await retirePlan(one, { planId });
  await reinstatePlan(one, { planId: 'l4-x1' });
});

test('the first spot price of a model is compared with what its plans cost on demand, and the other way round', async () => {
  const [one, two] = await twoOperators();
  const size = { vcores: 8, ramGb: 64, storageGb: 100, storageType: 'NVMe', localStorageGb: 0, hourlyOnly: true };
  const { id: spot } = await addPlan(one, { gpuModel: 'b200-sxm', gpuCount: 1, spot: true, ...size });
  const { id: onDemand } = await addPlan(one, { gpuModel: 'b200-sxm', gpuCount: 2, spot: false, ...size });
  assert.equal((await setPriceByHand(one, { planId: onDemand, hourlyMicros: 20n * CAD })).requestId, null);
  const cheap = await setPriceByHand(one, { planId: spot, hourlyMicros: 10_000n });
  assert.ok(cheap.requestId !== null);
  await decline(two, cheap.requestId);
  // A GPU costs 10 dollars, and spot usually 45 % of it.
  assert.equal((await setPriceByHand(one, { planId: spot, hourlyMicros: 4n * CAD })).requestId, null);
  const { id: cheaper } = await addPlan(one, { gpuModel: 'b200-sxm', gpuCount: 4, spot: true, ...size });
  assert.ok(
    (await setPriceByHand(one, { planId: cheaper, hourlyMicros: 10n * CAD })).requestId !== null,
    'compared with spot where there is one',
  );

  await addModel(one, { slug: 'spot-only', name: 'Spot only', memoryGb: 48, position: null, pciIds: [] });
  const { id: first } = await addPlan(one, { gpuModel: 'spot-only', gpuCount: 1, spot: true, ...size });
  assert.equal((await setPriceByHand(one, { planId: first, hourlyMicros: CAD })).requestId, null);
  const { id: later } = await addPlan(one, { gpuModel: 'spot-only', gpuCount: 1, spot: false, ...size });
  assert.ok((await setPriceByHand(one, { planId: later, hourlyMicros: 10_000n })).requestId !== null);
  assert.equal((await setPriceByHand(one, { planId: later, hourlyMicros: CAD })).requestId, null);
});

test('an account’s own price is compared with what it pays, also when it is withdrawn', async () => {
  const [one, two] = await twoOperators();
  const { accountId } = (await cloud.customer('0')).ctx;
  const list = (await priceNow()) ?? 0n;
  const own = { planId: PLAN, accountId, hourlyMicros: 10_000n };
  const { requestId } = await setPriceByHand(one, own);
  assert.equal(await priceNow(accountId), list);
  await approve(two, requestId);
  cloud.clock.advance(1);
  assert.equal(await priceNow(accountId), 10_000n);
  const back = await withdrawPriceByHand(one, { planId: PLAN, accountId });
  assert.equal(await priceNow(accountId), 10_000n, 'a hundred times more in the next hour: it takes two as well');
  await approve(two, back.requestId);
  cloud.clock.advance(1);
  assert.equal(await priceNow(accountId), list);
});

test('an account’s own price is compared with the list prices that are dated while it is in force, and so is its withdrawal', async () => {
  const [one, two] = await twoOperators();
  const { accountId } = (await cloud.customer('0')).ctx;
  const list = (await priceNow()) ?? 0n;
  const later = addMs(cloud.clock.now(), 48 * HOUR_MS);
  await setPrice(cloud.ctx, { planId: PLAN, validFrom: later, hourlyMicros: list * 2n });
  cloud.clock.advance(1);
  const asDeed = async (requestId: string | null) => {
    const { items } = await listRequests(two, { status: 'waiting', role: null });
    const deed = items.find(({ id }) => id === requestId)?.deed;
    assert.ok(deed !== undefined);
    return deedInWords(deed, { language: 'en', cad: String });
  };
  // Equal to the list price now, and half of it in two days.
  const asked = await setPriceByHand(one, { planId: PLAN, accountId, hourlyMicros: list });
  assert.ok(asked.requestId !== null);
  const [now, then] = [toCad(list), toCad(list * 2n)];
  assert.equal(
    await asDeed(asked.requestId),
    `Change the price of ${PLAN} from ${now} to ${now} an hour, while the list price becomes ${then}`,
  );
  await approve(two, asked.requestId);
  cloud.clock.advance(1);
  const withdrawn = await withdrawPriceByHand(one, { planId: PLAN, accountId });
  assert.ok(withdrawn.requestId !== null);
  assert.equal(
    await asDeed(withdrawn.requestId),
    `Withdraw the account’s own price for ${PLAN}, ${now} an hour: it then pays ${now} an hour, later ${then}`,
  );
  await approve(two, withdrawn.requestId);

  // A price that ends before the list price changes is compared only with prices in force until then.
  cloud.clock.advance(1);
  const own = { planId: PLAN, accountId, hourlyMicros: list * 2n };
  await approve(two, (await setPriceByHand(one, { ...own, validFrom: addMs(later, -1) })).requestId);
  cloud.clock.moveTo(addMs(later, -20 * HOUR_MS));
  assert.equal((await setPriceByHand(one, { ...own, hourlyMicros: list })).requestId, null);
});
