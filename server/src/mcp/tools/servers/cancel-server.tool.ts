import { Order } from '@boreal/contract/orders.ts';
import { z } from 'zod';
import { cancelOrder } from '../../../core/commerce/orders/cancel-order.ts';
import { orderIdOfServer } from '../../../core/commerce/orders/renew-order.ts';
import { defineTool } from '../../define-tool.ts';
import { ServerInput } from '../../fields.ts';
import { requireName } from './confirm-name.ts';

export const cancelServer = defineTool({
  name: 'svc_cancel_server',
  group: 'servers',
  title: 'Cancel a prepaid server (irreversible)',
  description: 'End a prepaid server with its paid term, unrenewed. confirmName must equal its name; ask your user first.',
  effect: 'destructive',
  input: ServerInput.extend({ confirmName: z.string().max(100) }),
  output: z.object({ order: Order.pick({ id: true, status: true, canceled: true, periodEnd: true }) }),
  run: async (ctx, { serverId, confirmName }) => {
    await requireName(ctx, { serverId, confirmName });
    return { order: await cancelOrder(ctx, { orderId: await orderIdOfServer(ctx, { serverId }) }) };
  },
  tell: ({ order }) => `${order.id} ends at ${order.periodEnd ?? 'once'} and is not renewed.`,
});
