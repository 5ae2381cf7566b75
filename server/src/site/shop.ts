import { PublicAvailability } from '@boreal/contract/shop/catalog.ts';
import { z } from 'zod';
import type { PublicModel, PublicPlan } from '../core/fleet/availability/public-catalog.ts';

/** What a visitor can do about a size now. `soon`: it is shown, but not offered yet. */
export type PlanState = 'in_stock' | 'sold_out' | 'on_request' | 'soon';

export interface ShopPlan extends PublicPlan {
  readonly state: PlanState;
}

export interface ShopModel extends Omit<PublicModel, 'plans'> {
  readonly plans: readonly ShopPlan[];
}

/** What is for sale, its list prices, and its stock, as in GET /v1/availability. */
export interface Shop {
  readonly models: readonly ShopModel[];
  readonly updatedAt: Date;
}

const Availability = z.object({ data: PublicAvailability });

export function shopOf(models: readonly PublicModel[], availabilityText: string): Shop {
  const { data } = Availability.parse(JSON.parse(availabilityText));
  const available = new Set(data.models.flatMap(({ sizes }) => sizes.filter((size) => size.available).map(({ id }) => id)));
  return {
    updatedAt: new Date(data.updatedAt),
    models: models.map((model) => ({ ...model, plans: model.plans.map((plan) => ({ ...plan, state: stateOf(plan, available) })) })),
  };
}

function stateOf(plan: PublicPlan, available: ReadonlySet<string>): PlanState {
  if (!plan.purchasable) return 'soon';
  if (plan.price === null || !plan.autoProvisioning) return 'on_request';
  return available.has(plan.id) ? 'in_stock' : 'sold_out';
}

/** A model's overall availability: the best of any of its sizes. */
export function modelState(model: ShopModel): PlanState {
  const order = ['in_stock', 'sold_out', 'on_request', 'soon'] as const satisfies readonly PlanState[];
  return order.find((state) => model.plans.some((plan) => plan.state === state)) ?? 'soon';
}

/** The plan that examples deploy: the cheapest on-demand size in stock, or else of all; null if nothing has a price. */
export function exampleProduct({ models }: Shop): string | null {
  const priced = models.flatMap(({ plans }) => plans.filter(({ spot, state }) => !spot && (state === 'in_stock' || state === 'sold_out')));
  const inStock = priced.filter(({ state }) => state === 'in_stock');
  const micros = ({ price }: ShopPlan) => price?.hourlyMicros ?? 0n;
  return (inStock.length > 0 ? inStock : priced).toSorted((a, b) => (micros(a) < micros(b) ? -1 : 1))[0]?.id ?? null;
}

/** The smallest size with a price, on demand or spot; null if all are on request. */
export function smallestPriced(model: ShopModel, { spot }: { spot: boolean }) {
  for (const plan of model.plans) if (plan.spot === spot && plan.price !== null) return { plan, price: plan.price };
  return null;
}
