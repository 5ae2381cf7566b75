import type { Region } from '@boreal/contract/servers.ts';
import type { Tx } from '../../../../db/connect.ts';
import { findPrice } from '../../../money/prices/price-in-force.store.ts';
import type { Plan, Price } from '../../../money/catalog/plan.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { planNotAvailable } from './place-server.ts';

/** The caller's price of a plan that is sold online; 409 for one that is not, whatever the stock. */
export async function requireSellable(tx: Tx, ctx: CustomerCtx, { plan, region }: { plan: Plan; region: Region }): Promise<Price> {
  const at = ctx.clock.now();
  const price = await findPrice(tx, { planId: plan.id, accountId: ctx.accountId, at });
  if (price && !plan.priceOnRequest && plan.purchasable && plan.autoProvisioning) return price;
  const notSold = plan.purchasable ? 'contact' : 'disabled';
  throw await planNotAvailable(tx, { accountId: ctx.accountId, productId: plan.id, region, at, notSold });
}
