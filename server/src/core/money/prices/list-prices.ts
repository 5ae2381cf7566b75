import type { Sql } from '../../../db/connect.ts';
import { LIST_MAX } from '../../ground/page.ts';
import { selectPrices, type NamedPriceRow } from './prices.store.ts';

/** Dated prices, latest first, including future ones. `accountId` null: list prices only. For operators. */
export function listPrices(
  db: Sql,
  by: { planId?: string | undefined; accountId?: string | null | undefined } = {},
): Promise<NamedPriceRow[]> {
  return selectPrices(db, { ...by, limit: LIST_MAX });
}
