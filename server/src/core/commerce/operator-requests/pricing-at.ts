import type { Pricing } from '@boreal/contract/shop/catalog.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { pricingOf } from '../../money/catalog/catalog.rules.ts';
import { findPrice } from '../../money/prices/price-in-force.store.ts';

/** What is paid for a plan at a time, as a request states it; null if nothing has a price then. */
export async function pricingAt(db: Sql | Tx, of: { planId: string; accountId: string | null; at: Date }): Promise<Pricing | null> {
  const price = await findPrice(db, of);
  return price && pricingOf(price);
}
