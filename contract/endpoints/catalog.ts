import { z } from 'zod';
import { DeployQuote } from '../billing/billing.ts';
import { Environment, Flavor, GpuPlan, Image, PublicAvailability, RegionInfo } from '../shop/catalog.ts';
import { document, endpointRows } from '../api/endpoint.ts';
import { PageQuery } from '../api/pages.ts';
import { RegionId } from '../servers/servers.ts';

const rest = { scope: 'account', group: 'Catalog, prices, availability' } as const;
const read = endpointRows({ ...rest, needs: 'servers.read', limit: 30 });
const takes = { query: PageQuery } as const;
const InRegion = z.object({ region: RegionId.optional().meta({ description: 'The default region when omitted.' }) });
const inRegion = { takes: { query: PageQuery.extend(InRegion.shape) }, errors: ['INVALID_REQUEST'] } as const;
const QuoteQuery = z.object({
  productId: z.string().min(1).max(100).meta({ description: 'A plan id from GET /v1/gpu.', example: 'h100-sxm-x1' }),
  ...InRegion.shape,
});
const stock = {
  group: rest.group,
  takes: { query: InRegion },
  answer: z.object({ data: PublicAvailability }),
  errors: ['INVALID_REQUEST'],
} as const;

export const listGpuPlans = read.list('/v1/gpu', "GPU plans with the caller's prices", { limit: 60, ...inRegion, of: GpuPlan });

export const getAvailability = document('/v1/availability', {
  ...stock,
  limit: 60,
  auth: 'none',
  summary: 'What can be deployed online now, for anyone; no prices',
});

export const getStock = document('/v1/stock', {
  ...stock,
  limit: 30,
  auth: 'key',
  summary: 'The same view as GET /v1/availability',
});

export const listRegions = read.list('/v1/regions', 'Regions served', { takes, of: RegionInfo });

export const listFlavors = read.list('/v1/flavors', 'Machine sizes of the catalog', { ...inRegion, of: Flavor });

export const listImages = read.list('/v1/images', 'Operating system images', { ...inRegion, of: Image });

export const listEnvironments = read.list('/v1/environments', "Where the caller's servers are deployed", { takes, of: Environment });

export const quoteDeployment = read.get('/servers/deploy-quote', 'What a deployment would cost this account now; creates nothing', {
  limit: 60,
  takes: { query: QuoteQuery },
  data: DeployQuote,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  speaks: true,
});
