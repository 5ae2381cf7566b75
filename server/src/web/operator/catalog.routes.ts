import { IdText } from '@boreal/contract/ids.ts';
import { fromCad } from '@boreal/contract/money.ts';
import {
  DatedPrice,
  OperatorPlan,
  PlanFlags,
  SetPlanFlagsRequest,
  SetPriceRequest,
  WithdrawPriceRequest,
} from '@boreal/contract/operator.ts';
import { z } from 'zod';
import { eligibilityOf, planName, pricingOf } from '../../core/catalog/catalog.rules.ts';
import { listPlanRows, type PlanRow } from '../../core/catalog/list-plan-rows.ts';
import { listPrices } from '../../core/catalog/list-prices.ts';
import { hasAmounts, type PriceRow } from '../../core/catalog/prices.store.ts';
import { setPlanFlags } from '../../core/catalog/set-plan-flags.ts';
import { setPrice } from '../../core/catalog/set-price.ts';
import { withdrawPrice } from '../../core/catalog/withdraw-price.ts';
import type { Ctx } from '../../core/ctx.ts';
import { endpoint } from '../../door/define-endpoint.ts';
import { change, read } from './row.ts';

const PricesQuery = z.object({ planId: IdText.optional(), accountId: IdText.optional() });

/** What is sold, and what it costs from when. */
export const catalogRoutes = [
  endpoint(
    'GET',
    '/plans',
    { ...read, takes: {}, data: z.array(OperatorPlan), name: 'listPlans', summary: 'Every plan with its list price' },
    async (ctx: Ctx) => (await listPlanRows(ctx)).map(planOf),
  ),
  endpoint(
    'PUT',
    '/plans/:planId',
    {
      ...change,
      takes: { params: z.object({ planId: IdText }), body: SetPlanFlagsRequest },
      data: PlanFlags,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'setPlanFlags',
      summary: 'Say whether a plan is offered, deployed without a person, and priced in public',
    },
    async (ctx: Ctx, { params: { planId }, body }) => {
      const { id, purchasable, autoProvisioning, priceOnRequest } = await setPlanFlags(ctx, { planId, ...body });
      return { id, purchasable, autoProvisioning, priceOnRequest };
    },
  ),
  endpoint(
    'GET',
    '/prices',
    { ...read, takes: { query: PricesQuery }, data: z.array(DatedPrice), name: 'listPrices', summary: 'Dated prices, the latest first' },
    async (ctx: Ctx, { query }) => (await listPrices(ctx.db.sql, query)).map((row) => priceOf(ctx, row)),
  ),
  endpoint(
    'POST',
    '/prices',
    {
      ...change,
      takes: { body: SetPriceRequest },
      status: 201,
      data: DatedPrice,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'setPrice',
      summary: 'Date a new price; hours already charged stay as they are',
    },
    async (ctx: Ctx, { body: { planId, accountId, hourly, monthly, annual, validFrom } }) =>
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
  ),
  endpoint(
    'POST',
    '/prices/withdrawals',
    {
      ...change,
      takes: { body: WithdrawPriceRequest },
      status: 201,
      data: DatedPrice,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      name: 'withdrawPrice',
      summary: "End an account's own price: from then on it pays the list price",
    },
    async (ctx: Ctx, { body: { planId, accountId, validFrom } }) =>
      priceOf(ctx, await withdrawPrice(ctx, { planId, accountId, validFrom: validFrom === undefined ? undefined : new Date(validFrom) })),
  ),
];

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
