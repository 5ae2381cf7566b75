import type { DatedPrice, ListedPrice } from '@boreal/contract/operator/operator.ts';
import type { z } from 'zod';
import { pricingOf } from '../catalog/catalog.rules.ts';
import { hasAmounts, type NamedPriceRow, type PriceRow } from './prices.store.ts';

/** A dated price as shown to operators; without amounts, the end of an account's own. */
export function tellPrice(row: PriceRow, now: Date): z.infer<typeof DatedPrice> {
  const { id, planId, accountId, validFrom, createdAt } = row;
  return {
    id: String(id),
    planId,
    accountId,
    pricing: hasAmounts(row) ? pricingOf(row) : null,
    validFrom: validFrom.toISOString(),
    begun: validFrom <= now,
    createdAt: createdAt.toISOString(),
  };
}

/** A price in a list, with the name of the account that it applies to. */
export function tellListedPrice(row: NamedPriceRow, now: Date): ListedPrice {
  return { ...tellPrice(row, now), accountName: row.accountName };
}
