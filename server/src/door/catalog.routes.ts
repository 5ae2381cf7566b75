import { Environment, Flavor, GpuPlan, Image, PublicAvailability, RegionInfo } from '@boreal/contract/catalog.ts';
import { DeployQuote } from '@boreal/contract/billing.ts';
import { z } from 'zod';
import { listEnvironments } from '../core/catalog/list-environments.ts';
import { listFlavors } from '../core/catalog/list-flavors.ts';
import { listGpuPlans } from '../core/catalog/list-gpu-plans.ts';
import { listImages } from '../core/catalog/list-images.ts';
import { listRegions } from '../core/catalog/list-regions.ts';
import { quoteDeployment } from '../core/servers/quote-deployment.ts';
import { document, endpoint, list } from './define-endpoint.ts';
import { PageQuery } from './pages.ts';

const group = 'Catalog, prices, availability';
const takes = { query: PageQuery } as const;
const QuoteQuery = z.object({
  productId: z.string().min(1).max(100).meta({ description: 'A plan id from GET /v1/gpu.', example: 'h100-sxm-x1' }),
});
const availability = { source: 'availability', answer: z.object({ data: PublicAvailability }) } as const;

export const catalogRoutes = [
  list(
    '/v1/gpu',
    { group, needs: 'servers.read', limit: 60, takes, of: GpuPlan, name: 'listGpuPlans', summary: "GPU plans with the caller's prices" },
    (ctx) => listGpuPlans(ctx),
  ),
  document('/v1/availability', {
    ...availability,
    group,
    limit: 60,
    auth: 'none',
    crossOrigin: true,
    cacheControl: 'public, max-age=60',
    name: 'getAvailability',
    summary: 'What can be deployed online now, for anyone; no prices',
  }),
  document('/v1/stock', {
    ...availability,
    group,
    limit: 30,
    auth: 'key',
    crossOrigin: false,
    cacheControl: 'no-store',
    name: 'getStock',
    summary: 'The same view as GET /v1/availability',
  }),
  list(
    '/v1/regions',
    { group, needs: 'servers.read', limit: 30, takes, of: RegionInfo, name: 'listRegions', summary: 'Regions served' },
    (ctx) => listRegions(ctx),
  ),
  list(
    '/v1/flavors',
    { group, needs: 'servers.read', limit: 30, takes, of: Flavor, name: 'listFlavors', summary: 'Machine sizes of the catalog' },
    (ctx) => listFlavors(ctx),
  ),
  list(
    '/v1/images',
    { group, needs: 'servers.read', limit: 30, takes, of: Image, name: 'listImages', summary: 'Operating system images' },
    (ctx) => listImages(ctx),
  ),
  list(
    '/v1/environments',
    {
      group,
      needs: 'servers.read',
      limit: 30,
      takes,
      of: Environment,
      name: 'listEnvironments',
      summary: "Where the caller's servers are deployed",
    },
    (ctx) => listEnvironments(ctx),
  ),
  endpoint(
    'GET',
    '/servers/deploy-quote',
    {
      group,
      needs: 'servers.read',
      limit: 60,
      takes: { query: QuoteQuery },
      data: DeployQuote,
      errors: ['INVALID_REQUEST', 'NOT_FOUND'],
      speaks: true,
      name: 'quoteDeployment',
      summary: 'What a deployment would cost this account now; creates nothing',
    },
    (ctx, { query }, { siteUrl, locale }) => quoteDeployment(ctx, query, { siteUrl, locale }),
  ),
];
