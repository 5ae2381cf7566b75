import * as rows from '@boreal/contract/endpoints/operator/catalog.ts';
import { fromCad } from '@boreal/contract/values/money.ts';
import { setPriceByHand, withdrawPriceByHand, type PriceOutcome } from '../../core/commerce/operator-requests/price-by-hand.ts';
import { listPlanRows } from '../../core/fleet/availability/list-plan-rows.ts';
import { listPrices } from '../../core/money/prices/list-prices.ts';
import { setPlanFlags } from '../../core/money/prices/set-plan-flags.ts';
import { tellPlan } from '../../core/fleet/availability/tell-plan.ts';
import { tellListedPrice, tellPrice } from '../../core/money/prices/tell-price.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { bind } from '../../door/bind.ts';

/** What is for sale, and its prices by date. */
export const catalogRoutes = bind(rows, {
  listPlans: async (ctx) => (await listPlanRows(ctx)).map(tellPlan),
  setPlanFlags: (ctx, { params, body }) => setPlanFlags(ctx, { ...params, ...body }),
  listPrices: async (ctx, { query }) => (await listPrices(ctx.db.sql, query)).map((row) => tellListedPrice(row, ctx.clock.now())),
  setPrice: async (ctx, { body: { planId, accountId, hourly, monthly, annual, validFrom } }) =>
    tellOutcome(
      ctx,
      await setPriceByHand(ctx, {
        planId,
        accountId,
        hourlyMicros: fromCad(hourly),
        ...(monthly !== undefined && { monthlyMicros: fromCad(monthly) }),
        ...(annual !== undefined && { annualMicros: fromCad(annual) }),
        ...(validFrom !== undefined && { validFrom: new Date(validFrom) }),
      }),
    ),
  withdrawPrice: async (ctx, { body: { planId, accountId, validFrom } }) =>
    tellOutcome(
      ctx,
      await withdrawPriceByHand(ctx, { planId, accountId, validFrom: validFrom === undefined ? undefined : new Date(validFrom) }),
    ),
});

function tellOutcome({ clock }: Ctx, { requestId, price }: PriceOutcome) {
  return { requestId, price: price && tellPrice(price, clock.now()) };
}
