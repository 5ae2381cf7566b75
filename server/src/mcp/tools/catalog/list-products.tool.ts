import { GpuPlan } from '@boreal/contract/shop/catalog.ts';
import { RegionId } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { listGpuPlans } from '../../../core/fleet/availability/list-gpu-plans.ts';
import { defineTool } from '../../define-tool.ts';
import { counted } from '../../fields.ts';

const Product = GpuPlan.pick({ id: true, gpu: true, gpuCount: true, spot: true, eligibility: true }).extend({
  hourly: z.number().nullable(),
});

/** Thirty plans as JSON would cost a model twice as many tokens. */
const HEAD = 'productId|GPUs|CAD an hour|eligibility';

function lineOf({ id, gpu, hourly, spot, eligibility }: z.infer<typeof Product>): string {
  return `${id}|${gpu}|${hourly ?? 'on request'}|${eligibility}${spot ? ', spot' : ''}`;
}

export const listProducts = defineTool({
  name: 'svc_list_products',
  group: 'catalog',
  title: 'List GPU plans',
  description: 'GPU plans with your hourly price in CAD and whether each deploys now, cheapest first.',
  input: z.strictObject({
    model: z.string().max(50).optional().meta({ hint: 'Part of the GPU name' }),
    deployable: z.boolean().optional(),
    maxHourly: z.number().min(0).optional(),
    region: RegionId.optional(),
  }),
  output: z.object({ products: z.array(Product) }),
  run: async (ctx, { model, deployable, maxHourly, region }) => {
    const plans = (await listGpuPlans(ctx, { region })).map((plan) => ({ ...plan, hourly: plan.pricing?.hourly ?? null }));
    const wanted = plans.filter(
      (plan) =>
        (model === undefined || `${plan.id} ${plan.gpuModel}`.toLowerCase().includes(model.toLowerCase())) &&
        (deployable !== true || plan.eligibility === 'deployable') &&
        (maxHourly === undefined || (plan.hourly !== null && plan.hourly <= maxHourly)),
    );
    return { products: wanted.toSorted((a, b) => (a.hourly ?? Infinity) - (b.hourly ?? Infinity)) };
  },
  tell: ({ products }) => counted(products.length, 'plan'),
  lines: ({ products }) => [HEAD, ...products.map(lineOf)].join('\n'),
});
