import assert from 'node:assert/strict';
import { hasRoomFor } from '../fleet/capacity/capacity.rules.ts';
import { readOffer, stockByModel } from '../fleet/capacity/stock.store.ts';
import { listPlans } from '../money/catalog/catalog.store.ts';
import type { Cloud } from './cloud.ts';

const region = 'canada-montreal';

/** What a sale is told about one plan must be what the list of stock shows for it. */
export async function checkStock({ db, clock }: Pick<Cloud, 'db' | 'clock'>): Promise<void> {
  const stock = await stockByModel(db.sql, { region });
  for (const plan of await listPlans(db.sql)) {
    const { inStock } = await readOffer(db.sql, { plan, accountId: '', region, at: clock.now() });
    assert.equal(inStock, hasRoomFor(stock, plan), `whether ${plan.id} is in stock`);
  }
}
