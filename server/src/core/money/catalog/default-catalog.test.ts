import assert from 'node:assert/strict';
import { test } from 'node:test';
import { committedPrices, describeGpus, eligibilityOf, gpuLabel, planName } from './catalog.rules.ts';
import { defaultModels, defaultPlans } from './default-catalog.ts';

const plans = new Map(defaultPlans().map((plan) => [plan.id, plan]));
const price = { hourlyMicros: 1n, monthlyMicros: null, annualMicros: null };

test('the default catalog has every size of the decided table, on demand and spot', () => {
  assert.equal(plans.size, 43);
  assert.deepEqual([...plans.keys()].slice(0, 5), ['b200-sxm-x8', 'h200-sxm-x1', 'h200-sxm-x1-spot', 'h200-sxm-x2', 'h200-sxm-x2-spot']);
  assert.deepEqual(
    Map.groupBy(
      [...plans.values()].filter((plan) => !plan.spot),
      (plan) => plan.gpuModel,
    )
      .get('rtx-pro-6000')
      ?.map((plan) => plan.gpuCount),
    [1, 2, 4],
  );
});

test('several GPUs cost and hold as many times as one', () => {
  const eight = plans.get('h100-sxm-x8');
  assert.deepEqual(
    { vcores: eight?.vcores, ramGb: eight?.ramGb, localStorageGb: eight?.localStorageGb, hourly: eight?.price?.hourlyMicros },
    { vcores: 192, ramGb: 1600, localStorageGb: 6000, hourly: 31_920_000n },
  );
  assert.equal(plans.get('h100-sxm-x4-spot')?.price?.hourlyMicros, 7_160_000n);
});

test('committed prices are whole dollars, rounded half up as Math.round does', () => {
  assert.deepEqual(plans.get('h100-sxm-x1')?.price, {
    hourlyMicros: 3_990_000n,
    monthlyMicros: 2_185_000_000n,
    annualMicros: 1_748_000_000n,
  });
  for (const { price: each, hourlyOnly } of plans.values()) {
    if (each === null || hourlyOnly) continue;
    const hourly = Number(each.hourlyMicros) / 1e6;
    assert.equal(Number(each.monthlyMicros), Math.round(hourly * 730 * 0.75) * 1e6);
    assert.equal(Number(each.annualMicros), Math.round(hourly * 730 * 0.6) * 1e6);
  }
  // 547.50: exactly a half rounds up.
  assert.equal(committedPrices(1_000_000n).monthlyMicros, 548_000_000n);
});

test('spot and L4 are by the hour only, and B200 has no public price', () => {
  for (const plan of plans.values()) {
    assert.equal(plan.hourlyOnly, plan.spot || plan.gpuModel === 'l4');
    assert.equal(plan.price === null, plan.gpuModel === 'b200-sxm');
    assert.equal(plan.price?.monthlyMicros === null, plan.hourlyOnly);
  }
  assert.deepEqual(defaultModels.map((model) => model.slug).slice(0, 2), ['b200-sxm', 'h200-sxm']);
});

test('a plan is named by model, number and spot, and described with the memory of a GPU', () => {
  const plan = { modelName: 'H100 SXM', memoryGb: 80, gpuCount: 2, spot: true };
  assert.equal(gpuLabel(plan), '2× H100 SXM');
  assert.equal(planName(plan), 'H100 SXM ×2 spot');
  assert.equal(planName({ ...plan, spot: false }), 'H100 SXM ×2');
  assert.equal(describeGpus(plan), '2× H100 SXM 80 GB');
  assert.equal(describeGpus({ ...plan, modelName: 'A100 80GB', gpuCount: 1 }), '1× A100 80GB');
});

test('a plan is deployable only when it is offered, automatic, priced and in stock', () => {
  const plan = { purchasable: true, autoProvisioning: true, priceOnRequest: false };
  const seen = { price, inStock: true };
  assert.equal(eligibilityOf(plan, seen), 'deployable');
  assert.equal(eligibilityOf(plan, { ...seen, inStock: false }), 'out_of_stock');
  assert.equal(eligibilityOf({ ...plan, autoProvisioning: false }, seen), 'contact');
  assert.equal(eligibilityOf({ ...plan, priceOnRequest: true }, { ...seen, inStock: false }), 'contact');
  assert.equal(eligibilityOf(plan, { ...seen, price: null }), 'contact');
  assert.equal(eligibilityOf({ purchasable: false, autoProvisioning: false, priceOnRequest: true }, seen), 'disabled');
});
