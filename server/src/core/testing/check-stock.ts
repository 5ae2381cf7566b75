import assert from 'node:assert/strict';
import { hasRoomFor } from '../fleet/capacity/capacity.rules.ts';
import { readOffer, stockByModel } from '../fleet/capacity/places/stock.store.ts';
import { listPlans } from '../money/catalog/catalog.store.ts';
import type { Cloud } from './cloud.ts';

const region = 'canada-montreal';

/**
 * What a sale reads about one plan must equal what the list of stock shows for it. Both are read as of one moment, because others may be
 * selling meanwhile.
 */
export async function checkStock({ db, clock }: Pick<Cloud, 'db' | 'clock'>): Promise<void> {
  const atOnce = db.sql.transaction().setIsolationLevel('repeatable read');
  await atOnce.execute(async (tx) => {
    const stock = await stockByModel(tx, { region });
    for (const plan of await listPlans(tx)) {
      const { inStock } = await readOffer(tx, { plan, accountId: '', region, engine: null, at: clock.now() });
      assert.equal(inStock, hasRoomFor(stock, plan), `whether ${plan.id} is in stock`);
    }
  });
}
