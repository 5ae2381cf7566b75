import type { Eligibility, GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { expect, test } from 'vitest';
import { availableInstead, firstPlan, modelsOf, planOf } from './models.rules.ts';

const NOTHING = { flavors: [], facts: [] };

function plan(id: string, hourly: number | null, more: Partial<GpuPlan> = {}): GpuPlan {
  const eligibility: Eligibility = hourly === null ? 'contact' : 'deployable';
  return {
    id,
    name: id,
    gpu: id,
    gpuModel: id.split('-')[0] ?? id,
    gpuCount: 1,
    spot: false,
    hourlyOnly: false,
    specs: { vcores: 8, ram: 48, storage: 100, storageType: 'NVMe', localStorage: 250 },
    pricing: hourly === null ? null : { hourly, monthly: null, annual: null, currency: 'CAD' },
    priceOnRequest: hourly === null,
    available: hourly !== null,
    purchasable: true,
    autoProvisioning: true,
    eligibility,
    ...more,
  };
}

test('plans are shown by their GPU with the lowest price on demand and of spot apart, and those that nobody may buy not at all', () => {
  const plans = [
    plan('b200-8', null),
    plan('l4-2', 2, { gpuCount: 2 }),
    plan('l4-1', 1),
    plan('l4-1s', 0.5, { spot: true }),
    plan('old-1', 1, { eligibility: 'disabled' }),
    plan('h100-1', 4, { eligibility: 'out_of_stock' }),
  ];
  const models = modelsOf(plans, NOTHING);
  expect(models.map(({ name, fromHourly, spotHourly, stock }) => [name, fromHourly, spotHourly, stock])).toEqual([
    ['b200', null, null, 'request'],
    ['l4', 1, 0.5, 'in'],
    ['h100', 4, null, 'out'],
  ]);
  const monthly = (hourly: number, month: number | null) => ({
    pricing: { hourly, monthly: month, annual: null, currency: 'CAD' as const },
  });
  const [l4] = modelsOf(
    [plan('l4-1s', 1, { ...monthly(1, 100), hourlyOnly: true }), plan('l4-2', 2, monthly(2, 900)), plan('l4-1', 1, monthly(1, 500))],
    NOTHING,
  );
  expect(l4?.fromMonthly, 'what is sold by the hour only has no month').toBe(500);
  expect(models.every(({ fromMonthly }) => fromMonthly === null)).toBe(true);
  expect(models[1]?.plans.map(({ id }) => id)).toEqual(['l4-1', 'l4-1s', 'l4-2']);
});

test('choosing a GPU means its smallest size that can be had on demand', () => {
  const [model] = modelsOf(
    [plan('l4-1', 1, { eligibility: 'out_of_stock' }), plan('l4-1s', 0.5, { spot: true }), plan('l4-2', 2, { gpuCount: 2 })],
    NOTHING,
  );
  expect(model && firstPlan(model)?.id).toBe('l4-2');
  expect(model && planOf(model, { gpuCount: 1, spot: true })?.id).toBe('l4-1s');
  expect(model && planOf(model, { gpuCount: 8, spot: true })).toBe(null);
});

test('instead of what is out of stock one is shown what can be had, the nearest in price first, and no spot unasked', () => {
  const wanted = plan('h100-1', 4, { eligibility: 'out_of_stock' });
  const others = [plan('h200-1', 5), plan('l4-1', 1), plan('a100-1', 3.5), plan('spot-1', 4, { spot: true }), wanted];
  expect(availableInstead(others, wanted).map(({ id }) => id)).toEqual(['a100-1', 'h200-1', 'l4-1']);
});
