import { orderIdOfServer, renewOrder } from '../../../core/commerce/orders/renew-order.ts';
import { priceOfRenewal } from '../../../core/commerce/orders/price-of-order.ts';
import { ServerInput } from '../../fields.ts';
import { spendingTool } from '../../spending-tool.ts';
import { cardOffer, Charged, outcomeOf, settleCharge } from '../billing/charge-answer.ts';

export const renewServer = spendingTool({
  name: 'svc_renew_server',
  group: 'servers',
  title: 'Renew a prepaid server (charges the card)',
  description: 'Charge the card for one more term. Price first, then token.',
  input: ServerInput,
  result: Charged,
  offer: async (db, ctx, { serverId }) =>
    cardOffer(await priceOfRenewal(db, { accountId: ctx.accountId, at: ctx.clock.now(), serverId }), 'one more term'),
  spend: async (ctx, { serverId }, key) => {
    const orderId = await orderIdOfServer(ctx, { serverId });
    return { ...(await renewOrder(ctx, { orderId, key })), serverId };
  },
  settle: settleCharge,
  outcome: outcomeOf,
});
