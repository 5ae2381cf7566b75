import { RegionId } from '@boreal/contract/servers/servers.ts';
import { z } from 'zod';
import { publicAvailability } from '../../../core/fleet/availability/public-availability.ts';
import { defineTool } from '../../define-tool.ts';

export const getStock = defineTool({
  name: 'svc_get_stock',
  group: 'catalog',
  title: 'Get GPU stock',
  description: 'Which plans can be deployed right now, by GPU model.',
  input: z.strictObject({ region: RegionId.optional() }),
  output: z.object({
    updatedAt: z.string(),
    models: z.array(z.object({ slug: z.string(), name: z.string(), available: z.array(z.string()), soldOut: z.array(z.string()) })),
  }),
  run: async (ctx, { region }) => {
    const { updatedAt, models } = await publicAvailability(ctx.db.sql, ctx.clock, region);
    const ids = (sizes: (typeof models)[number]['sizes'], available: boolean) =>
      sizes.flatMap((size) => (size.available === available && !size.priceOnRequest ? [size.id] : []));
    return {
      updatedAt,
      models: models.map(({ slug, name, sizes }) => ({ slug, name, available: ids(sizes, true), soldOut: ids(sizes, false) })),
    };
  },
  tell: ({ models }) => `${models.filter(({ available }) => available.length > 0).length} of ${models.length} models are in stock.`,
});
