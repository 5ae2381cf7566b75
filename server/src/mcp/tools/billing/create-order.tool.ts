import { CreateOrderRequest } from '@boreal/contract/billing/orders.ts';
import { z } from 'zod';
import { createOrder as placeOrder } from '../../../core/commerce/orders/create-order.ts';
import { priceOfOrder } from '../../../core/commerce/orders/price-of-order.ts';
import { requireRegion } from '../../../core/money/catalog/regions/require-region.ts';
import { spendingTool } from '../../spending-tool.ts';
import { cardOffer, Charged, outcomeOf, settleCharge } from './charge-answer.ts';

/** Without `autoRenew`: only people of the account may choose charges that nobody confirms. */
const { productId, cycle, region, sshKeyId, name } = CreateOrderRequest.shape;

export const createOrder = spendingTool({
  name: 'svc_create_order',
  group: 'billing',
  title: 'Order a prepaid server (charges the card)',
  description:
    'Charge the card for one monthly or annual term of a server and deploy it; people may let it renew in the console. Needs the token of svc_quote_order and the same arguments.',
  input: z.strictObject({ productId, cycle, region, sshKeyId, name }),
  result: Charged,
  spellOut: async (ctx, args) => ({ ...args, region: (await requireRegion(ctx.db.sql, args.region)).id }),
  offer: async (db, ctx, args) =>
    cardOffer(await priceOfOrder(db, { accountId: ctx.accountId, at: ctx.clock.now(), ...args }), `one term, ${args.cycle}`),
  spend: (ctx, args, key) => placeOrder(ctx, { ...args, autoRenew: false, key }),
  settle: settleCharge,
  outcome: outcomeOf,
});
