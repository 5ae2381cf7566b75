import { Order } from '@boreal/contract/billing/orders.ts';
import { z } from 'zod';
import { cancelOrder } from '../../../core/commerce/orders/cancel-order.ts';
import { orderIdOfServer } from '../../../core/commerce/orders/renew-order.ts';
import { irreversibleTool } from './irreversible-tool.ts';

export const cancelServer = irreversibleTool({
  name: 'svc_cancel_server',
  title: 'Cancel a prepaid server (irreversible)',
  description:
    'End a prepaid server with its paid term, unrenewed. Without confirmName it only says what follows: ask your user, then add its name and shown.',
  deed: 'cancel',
  answer: z.object({ order: Order.pick({ id: true, status: true, canceled: true, periodEnd: true }) }),
  act: async (ctx, input) => ({ order: await cancelOrder(ctx, { orderId: await orderIdOfServer(ctx, input) }) }),
  tell: ({ order }) => `${order.id} ends at ${order.periodEnd ?? 'once'} and is not renewed.`,
});
