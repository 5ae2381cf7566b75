import { z } from 'zod';
import { DeployQuote } from '../billing.ts';
import { Environment, Flavor, GpuPlan, Image, PublicAvailability, RegionInfo } from '../catalog.ts';
import { document, endpoint, list } from '../endpoint.ts';
import { PageQuery } from '../pages.ts';

const rest = { scope: 'account', group: 'Catalog, prices, availability' } as const;
const takes = { query: PageQuery } as const;
const QuoteQuery = z.object({
  productId: z.string().min(1).max(100).meta({ description: 'A plan id from GET /v1/gpu.', example: 'h100-sxm-x1' }),
});
const stock = { group: rest.group, answer: z.object({ data: PublicAvailability }) } as const;

export const listGpuPlans = list('/v1/gpu', {
  ...rest,
  needs: 'servers.read',
  limit: 60,
  takes,
  of: GpuPlan,
  summary: "GPU plans with the caller's prices",
});

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

export const listRegions = list('/v1/regions', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes,
  of: RegionInfo,
  summary: 'Regions served',
});

export const listFlavors = list('/v1/flavors', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes,
  of: Flavor,
  summary: 'Machine sizes of the catalog',
});

export const listImages = list('/v1/images', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes,
  of: Image,
  summary: 'Operating system images',
});

export const listEnvironments = list('/v1/environments', {
  ...rest,
  needs: 'servers.read',
  limit: 30,
  takes,
  of: Environment,
  summary: "Where the caller's servers are deployed",
});

export const quoteDeployment = endpoint('GET', '/servers/deploy-quote', {
  ...rest,
  needs: 'servers.read',
  limit: 60,
  takes: { query: QuoteQuery },
  data: DeployQuote,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  speaks: true,
  summary: 'What a deployment would cost this account now; creates nothing',
});
