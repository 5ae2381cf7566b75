import { HOURS_PER_MONTH } from '@boreal/contract/billing/billing.ts';
import type { Eligibility, Pricing } from '@boreal/contract/shop/catalog.ts';
import { MICROS_PER_CAD, prorate, toCad, toCadOrNull, type Micros } from '@boreal/contract/values/money.ts';
import type { Plan, Price } from './plan.ts';

type Sized = Pick<Plan, 'gpuCount' | 'modelName'>;

/** `1× H100 SXM`: the label of a server's GPUs. */
export function gpuLabel(plan: Sized): string {
  return `${plan.gpuCount}× ${plan.modelName}`;
}

/** `2× H100 SXM 80 GB`: the GPUs with the memory of each, unless the model's name already contains it. */
export function describeGpus(plan: Sized & Pick<Plan, 'memoryGb'>): string {
  const told = plan.modelName.replaceAll(' ', '').includes(`${plan.memoryGb}GB`);
  return told ? gpuLabel(plan) : `${gpuLabel(plan)} ${plan.memoryGb} GB`;
}

/** `H100 SXM ×1`, `H100 SXM ×1 spot`: the name of a plan in the catalog. */
export function planName(plan: Sized & Pick<Plan, 'spot'>): string {
  return `${plan.modelName} ×${plan.gpuCount}${plan.spot ? ' spot' : ''}`;
}

/** Monthly and annual (per month) prices derived from an hourly one: 25 and 40 % less than 730 hours, in whole dollars. */
export function committedPrices(hourlyMicros: Micros): { monthlyMicros: Micros; annualMicros: Micros } {
  return { monthlyMicros: ofAMonth(hourlyMicros, 75n), annualMicros: ofAMonth(hourlyMicros, 60n) };
}

function ofAMonth(hourlyMicros: Micros, percent: bigint): Micros {
  const hours = BigInt(HOURS_PER_MONTH);
  return prorate(hourlyMicros, hours * percent, 100n * MICROS_PER_CAD) * MICROS_PER_CAD;
}

/** Whether a plan has no public price: it is priced on request, or none of its prices is in force yet. */
export function isOnRequest(plan: Pick<Plan, 'priceOnRequest'>, price: Price | null): boolean {
  return plan.priceOnRequest || price === null;
}

/** What a customer can do about a plan now. A plan that is not offered is `disabled`, whatever else applies. */
export function eligibilityOf(
  plan: Pick<Plan, 'priceOnRequest' | 'purchasable' | 'autoProvisioning'>,
  seen: { price: Price | null; inStock: boolean },
): Eligibility {
  if (!plan.purchasable) return 'disabled';
  if (isOnRequest(plan, seen.price) || !plan.autoProvisioning) return 'contact';
  return seen.inStock ? 'deployable' : 'out_of_stock';
}

/** A price as the API shows it, CAD. */
export function pricingOf(price: Price): Pricing {
  return {
    hourly: toCad(price.hourlyMicros),
    monthly: toCadOrNull(price.monthlyMicros),
    annual: toCadOrNull(price.annualMicros),
    currency: 'CAD',
  };
}
