import { toCad } from '@boreal/contract/values/money.ts';
import { cycleMonths, type OrderQuote, type OrderQuoteRequest } from '@boreal/contract/billing/orders.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import { hasRoomFor } from '../../fleet/capacity/capacity.rules.ts';
import { stockByModel } from '../../fleet/capacity/places/stock.store.ts';
import { eligibilityOf, planName } from '../../money/catalog/catalog.rules.ts';
import { findPlan } from '../../money/catalog/catalog.store.ts';
import { requireRegion } from '../../money/catalog/regions/require-region.ts';
import { findPrice } from '../../money/prices/price-in-force.store.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { findCardToCharge } from '../cards/cards.store.ts';
import { toTaxLine } from '../../money/tax/tax.rules.ts';
import { taxFor } from '../../money/tax/tax-for.ts';
import { monthlyPrice, termPrice } from './order.rules.ts';
import { requireRole } from '../../ground/roles/require-role.ts';

/**
 * What a prepaid server would cost now, with taxes. Creates nothing.
 * @throws NOT_FOUND no such plan · CYCLE_NOT_AVAILABLE it is sold by the hour only
 */
export async function quoteOrder(ctx: CustomerCtx, input: OrderQuoteRequest): Promise<OrderQuote> {
  const db = ctx.db.sql;
  await requireRole(db, ctx, 'billing.read');
  const at = ctx.clock.now();
  const { accountId } = ctx;
  const { cycle } = input;
  const { id: region } = await requireRegion(db, input.region);
  const plan = await findPlan(db, input.productId);
  if (!plan) throw notFound('plan');
  const price = await findPrice(db, { planId: plan.id, accountId, at });
  if (price === null) throw new AppError('CYCLE_NOT_AVAILABLE', { productId: plan.id });
  const monthlyMicros = monthlyPrice(plan, price, cycle);
  const taxed = await taxFor(db, { accountId, netMicros: termPrice(monthlyMicros, cycle), at });
  const inStock = hasRoomFor(await stockByModel(db, { region }), plan);
  return {
    productId: plan.id,
    name: planName(plan),
    region,
    cycle,
    monthlyPrice: toCad(monthlyMicros),
    months: cycleMonths[cycle],
    amount: toCad(taxed.netMicros),
    taxes: taxed.taxes.map(toTaxLine),
    total: toCad(taxed.totalMicros),
    currency: 'CAD',
    available: eligibilityOf(plan, { price, inStock }) === 'deployable',
    hasCard: (await findCardToCharge(db, { accountId })) !== null,
    quotedAt: at.toISOString(),
  };
}
