import { OrderStatus } from '@boreal/contract/billing/status.ts';
import { Order } from '@boreal/contract/billing/orders.ts';
import { z } from 'zod';
import { listOrders as readOrders } from '../../../core/commerce/orders/get-order.ts';
import { defineTool } from '../../define-tool.ts';
import { counted, nextCursor, PAGE_DEFAULT, pageFields } from '../../fields.ts';

const Listed = Order.pick({ id: true, serverId: true, productId: true, cycle: true, status: true, autoRenew: true, periodEnd: true });

export const listOrders = defineTool({
  name: 'svc_list_orders',
  group: 'billing',
  title: 'List orders',
  description: 'Prepaid orders, newest first.',
  input: z.strictObject({ status: OrderStatus.optional(), ...pageFields }),
  output: z.object({ orders: z.array(Listed), nextCursor }),
  run: async (ctx, { limit = PAGE_DEFAULT, ...query }) => {
    const { items, nextCursor: next } = await readOrders(ctx, { limit, ...query });
    return { orders: items, nextCursor: next };
  },
  tell: ({ orders, nextCursor: cursor }) => counted(orders.length, 'order', cursor),
});
