import { RegionInfo } from '@boreal/contract/shop/catalog.ts';
import { z } from 'zod';
import { listRegions as readRegions } from '../../../core/money/catalog/regions/list-regions.ts';
import { defineTool } from '../../define-tool.ts';
import { counted } from '../../fields.ts';

export const listRegions = defineTool({
  name: 'svc_list_regions',
  group: 'catalog',
  title: 'List regions',
  description: 'Regions where servers can be deployed.',
  input: z.strictObject({}),
  output: z.object({ regions: z.array(RegionInfo) }),
  run: async (ctx) => ({ regions: await readRegions(ctx) }),
  tell: ({ regions }) => counted(regions.length, 'region'),
});
