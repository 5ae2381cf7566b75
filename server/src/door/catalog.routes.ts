import * as rows from '@boreal/contract/endpoints/catalog.ts';
import { listEnvironments } from '../core/money/catalog/images/list-environments.ts';
import { listFlavors } from '../core/fleet/availability/list-flavors.ts';
import { listGpuPlans } from '../core/fleet/availability/list-gpu-plans.ts';
import { listImages } from '../core/money/catalog/images/list-images.ts';
import { listRegions } from '../core/money/catalog/regions/list-regions.ts';
import { quoteDeployment } from '../core/fleet/lifecycle/create/quote-deployment.ts';
import { bind } from './bind.ts';

export const catalogRoutes = bind(rows, {
  listGpuPlans: (ctx, { query }) => listGpuPlans(ctx, query),
  getAvailability: { source: 'availability', cacheControl: 'public, max-age=60', crossOrigin: true },
  getStock: { source: 'availability', cacheControl: 'no-store', crossOrigin: false },
  listRegions: (ctx) => listRegions(ctx),
  listFlavors: (ctx, { query }) => listFlavors(ctx, query),
  listImages: (ctx, { query }) => listImages(ctx, query),
  listEnvironments: (ctx) => listEnvironments(ctx),
  quoteDeployment: (ctx, { query }, { siteUrl, locale }) => quoteDeployment(ctx, query, { siteUrl, locale }),
});
