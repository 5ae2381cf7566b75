import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Price } from '../core/money/catalog/plan.ts';
import { breakEvenHours, usageOf, waysToPay, type CalculatedPlan } from './calculator.rules.ts';

const PRICE: Price = { hourlyMicros: 3_990_000n, monthlyMicros: 2_185_000_000n, annualMicros: 1_748_000_000n };

function sold(price: Price, options: { hourlyOnly?: boolean; spotPrice?: Price | null } = {}): CalculatedPlan {
  const { hourlyOnly = false, spotPrice = null } = options;
  return {
    price,
    spotPrice,
    spotPlanId: spotPrice && 'h100-sxm-x1-spot',
    plan: {
      id: 'h100-sxm-x1',
      gpuModel: 'h100-sxm',
      modelName: 'H100 SXM',
      memoryGb: 80,
      gpuCount: 1,
      spot: false,
      hourlyOnly,
      priceOnRequest: false,
      purchasable: true,
      autoProvisioning: true,
      retiredAt: null,
      vcores: 24,
      ramGb: 200,
      storageGb: 100,
      storageType: 'NVMe',
      localStorageGb: 750,
      cpuModel: null,
      network: null,
      price,
      state: 'in_stock',
    },
  };
}

describe('an address', () => {
  test('says how much a server is used', () => {
    assert.deepEqual(usageOf(new URLSearchParams('hours=8&days=22&backups=on')), { hours: 8, days: 22, backups: true });
    assert.deepEqual(usageOf(new URLSearchParams()), { hours: 24, days: 31, backups: false });
  });

  test('that says nonsense is answered for what a month has', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (hours, days) => {
        const usage = usageOf(new URLSearchParams({ hours, days }));
        assert.ok(Number.isInteger(usage.hours) && usage.hours >= 1 && usage.hours <= 24);
        assert.ok(Number.isInteger(usage.days) && usage.days >= 1 && usage.days <= 31);
      }),
    );
    assert.deepEqual(usageOf(new URLSearchParams('hours=0&days=999')), { hours: 1, days: 31, backups: false });
    assert.deepEqual(usageOf(new URLSearchParams('hours=-1&days=1e3')), { hours: 24, days: 31, backups: false });
  });
});

describe('a month', () => {
  const totals = (plan: CalculatedPlan, hours: number, days: number, backups = false) =>
    Object.fromEntries(waysToPay(plan, { hours, days, backups }).map(({ kind, totalMicros }) => [kind, totalMicros]));

  test('costs its hours, or its term', () => {
    const spotPrice = { hourlyMicros: 1_790_000n, monthlyMicros: null, annualMicros: null };
    assert.deepEqual(totals(sold(PRICE, { spotPrice }), 8, 22), {
      hourly: 702_240_000n,
      spot: 315_040_000n,
      monthly: 2_185_000_000n,
      annual: 1_748_000_000n,
    });
    assert.deepEqual(totals(sold(PRICE, { hourlyOnly: true }), 24, 31), { hourly: 2_968_560_000n });
  });

  test('has backups by the hour, and never for more than their price', () => {
    // 9.99 over 730, to the micro, as an hour is billed.
    assert.equal(totals(sold(PRICE), 1, 1, true)['hourly'], 3_990_000n + 13_685n);
    assert.equal(totals(sold(PRICE), 24, 31, true)['hourly'], 2_968_560_000n + 9_990_000n);
    assert.equal(totals(sold(PRICE), 1, 1, true)['monthly'], 2_185_000_000n + 9_990_000n);
  });

  test('has one cheapest way, which nobody interrupts', () => {
    const cheapest = (hours: number) =>
      waysToPay(sold(PRICE, { spotPrice: { ...PRICE, hourlyMicros: 1n } }), { hours, days: 31, backups: false })
        .filter((way) => way.cheapest)
        .map(({ kind }) => kind);
    assert.deepEqual([cheapest(1), cheapest(24)], [['hourly'], ['annual']]);
  });

  test('is worth a term from the first hour on that makes hours dearer', () => {
    const hours = breakEvenHours(sold(PRICE));
    assert.equal(hours, 548);
    assert.ok(PRICE.hourlyMicros * 548n > 2_185_000_000n && PRICE.hourlyMicros * 547n <= 2_185_000_000n);
    assert.equal(breakEvenHours(sold({ ...PRICE, monthlyMicros: 9_000_000_000n })), null, 'no month is as long');
    assert.equal(breakEvenHours(sold({ ...PRICE, hourlyMicros: 0n })), null);
    assert.equal(breakEvenHours(sold(PRICE, { hourlyOnly: true })), null);
  });
});
