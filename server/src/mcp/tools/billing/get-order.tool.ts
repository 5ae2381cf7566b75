import { IdText } from '@boreal/contract/values/ids.ts';
import { Order } from '@boreal/contract/billing/orders.ts';
import { z } from 'zod';
import { getOrder as readOrder } from '../../../core/commerce/orders/get-order.ts';
import { defineTool } from '../../define-tool.ts';
import { POLL_SECONDS } from '../../fields.ts';

export const getOrder = defineTool({
  name: 'svc_get_order',
  group: 'billing',
  title: 'Get an order',
  description: 'One prepaid order: term, renewal, latest charge. Poll it while it is pending.',
  input: z.strictObject({ orderId: IdText }),
  output: z.object({ order: Order, retryAfterSeconds: z.int().optional() }),
  run: async (ctx, { orderId }) => {
    const order = await readOrder(ctx, { orderId });
    return { order, ...(order.status === 'pending' && { retryAfterSeconds: POLL_SECONDS }) };
  },
  tell: ({ order }) => `${order.id} is ${order.status}.`,
});
