import * as rows from '@boreal/contract/endpoints/operator/catalog.ts';
import { fromCad } from '@boreal/contract/money.ts';
import type { DatedPrice, OperatorPlan } from '@boreal/contract/operator.ts';
import type { z } from 'zod';
import { eligibilityOf, planName, pricingOf } from '../../core/money/catalog/catalog.rules.ts';
import { listPlanRows, type PlanRow } from '../../core/fleet/availability/list-plan-rows.ts';
import { listPrices } from '../../core/money/prices/list-prices.ts';
import { hasAmounts, type PriceRow } from '../../core/money/prices/prices.store.ts';
import { setPlanFlags } from '../../core/money/prices/set-plan-flags.ts';
import { setPrice } from '../../core/money/prices/set-price.ts';
import { withdrawPrice } from '../../core/money/prices/withdraw-price.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { bind } from '../../door/bind.ts';

/** What is sold, and what it costs from when. */
export const catalogRoutes = bind(rows, {
  listPlans: async (ctx) => (await listPlanRows(ctx)).map(planOf),
  setPlanFlags: async (ctx, { params: { planId }, body }) => {
    const { id, purchasable, autoProvisioning, priceOnRequest } = await setPlanFlags(ctx, { planId, ...body });
    return { id, purchasable, autoProvisioning, priceOnRequest };
  },
  listPrices: async (ctx, { query }) => (await listPrices(ctx.db.sql, query)).map((row) => priceOf(ctx, row)),
  setPrice: async (ctx, { body: { planId, accountId, hourly, monthly, annual, validFrom } }) =>
    priceOf(
      ctx,
      await setPrice(ctx, {
        planId,
        accountId,
        hourlyMicros: fromCad(hourly),
        ...(monthly !== undefined && { monthlyMicros: fromCad(monthly) }),
        ...(annual !== undefined && { annualMicros: fromCad(annual) }),
        ...(validFrom !== undefined && { validFrom: new Date(validFrom) }),
      }),
    ),
  withdrawPrice: async (ctx, { body: { planId, accountId, validFrom } }) =>
    priceOf(ctx, await withdrawPrice(ctx, { planId, accountId, validFrom: validFrom === undefined ? undefined : new Date(validFrom) })),
});

function planOf(plan: PlanRow): z.infer<typeof OperatorPlan> {
  const { id, gpuModel, gpuCount, spot, hourlyOnly, priceOnRequest, purchasable, autoProvisioning, listPrice, inStock } = plan;
  return {
    id,
    gpuModel,
    gpuCount,
    spot,
    hourlyOnly,
    priceOnRequest,
    purchasable,
    autoProvisioning,
    name: planName(plan),
    pricing: listPrice === null ? null : pricingOf(listPrice),
    available: inStock,
    eligibility: eligibilityOf(plan, { price: listPrice, inStock }),
  };
}

function priceOf(ctx: Ctx, row: PriceRow): z.infer<typeof DatedPrice> {
  const { id, planId, accountId, validFrom, createdAt } = row;
  return {
    id: String(id),
    planId,
    accountId,
    pricing: hasAmounts(row) ? pricingOf(row) : null,
    validFrom: validFrom.toISOString(),
    begun: validFrom <= ctx.clock.now(),
    createdAt: createdAt.toISOString(),
  };
}
