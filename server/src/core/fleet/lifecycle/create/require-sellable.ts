import type { Tx } from '../../../../db/connect.ts';
import type { PoolsWanted } from '../../capacity/places/locked-pools.store.ts';
import { readOffer } from '../../capacity/places/stock.store.ts';
import type { Plan, Price } from '../../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { planNotAvailable } from './place-server.ts';

/** The offer of an online plan to the caller. */
export interface Offer {
  readonly price: Price;
  /** As of now; decided again where the GPUs are taken. */
  readonly inStock: boolean;
  /** How long its machine may take to start: product time. */
  readonly provisioningMinutes: number;
}

/** The offer of a plan that is sold online; 409 for one that is not, whatever the stock. */
export async function requireSellable(
  tx: Tx,
  ctx: CustomerCtx,
  { plan, region, engine }: Pick<PoolsWanted, 'region' | 'engine'> & { plan: Plan },
): Promise<Offer> {
  const at = ctx.clock.now();
  const { price, ...offered } = await readOffer(tx, { plan, accountId: ctx.accountId, region, engine, at });
  if (price && !plan.priceOnRequest && plan.purchasable && plan.autoProvisioning) return { price, ...offered };
  const notSold = plan.purchasable ? 'contact' : 'disabled';
  throw await planNotAvailable(tx, { accountId: ctx.accountId, plan, region, at, notSold });
}
