import { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { IdText } from '@boreal/contract/values/ids.ts';
import { z } from 'zod';
import { listGpuPlans } from '../../../core/fleet/availability/list-gpu-plans.ts';
import { notFound } from '../../../kit/errors.ts';
import { defineTool } from '../../define-tool.ts';

export const getProduct = defineTool({
  name: 'svc_get_product',
  group: 'catalog',
  title: 'Get a GPU plan',
  description: 'One plan: machine size, hourly, monthly and annual price, stock. Next: svc_quote_server.',
  input: z.strictObject({ productId: IdText }),
  output: z.object({ product: GpuPlan }),
  run: async (ctx, { productId }) => {
    const product = (await listGpuPlans(ctx)).find(({ id }) => id === productId);
    if (!product) throw notFound('plan');
    return { product };
  },
  tell: ({ product }) => `${product.id}: ${product.eligibility}, ${product.pricing?.hourly ?? 'price on request'} CAD an hour.`,
});
