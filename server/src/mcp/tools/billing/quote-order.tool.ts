import { z } from 'zod';
import { Quote } from '../../spending-tool.ts';
import type { Tool } from '../../tool.ts';
import { createOrder } from './create-order.tool.ts';

export const quoteOrder: Tool = {
  name: 'svc_quote_order',
  group: 'billing',
  title: 'Quote a prepaid server',
  description:
    'Price with tax of a monthly or annual server and a token for svc_create_order. Charges nothing. Ids: svc_list_products, svc_list_ssh_keys.',
  effect: 'read',
  idempotent: true,
  spends: false,
  input: createOrder.quoted,
  output: z.object({ quote: Quote }),
  run: (ctx, args, parts) => createOrder.quote(ctx, args, parts),
};
