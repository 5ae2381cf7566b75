import * as catalog from '@boreal/contract/endpoints/catalog.ts';
import { listPlanFacts } from '@boreal/contract/endpoints/console/plan-facts.ts';
import * as orders from '@boreal/contract/endpoints/console/orders.ts';
import type { OrderQuoteRequest } from '@boreal/contract/billing/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const LIST_MS = 60 * 60_000;
/** Stock and prices: others deploy meanwhile. */
const STOCK_MS = 10_000;

/** Where servers can be deployed, the default first. */
export const regionsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'regions'],
    queryFn: ({ signal }) => call(catalog.listRegions, { params: { accountId }, signal }),
    staleTime: LIST_MS,
  });

/** The plans and their stock in a region; in the default one without. */
export const plansQuery = (accountId: string, region?: string) =>
  queryOptions({
    queryKey: [accountId, 'plans', region],
    queryFn: ({ signal }) => call(catalog.listGpuPlans, { params: { accountId }, query: { region }, signal }),
    refetchInterval: STOCK_MS,
  });

export const flavorsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'flavors'],
    queryFn: ({ signal }) => call(catalog.listFlavors, { params: { accountId }, signal }),
    staleTime: LIST_MS,
  });

/** What is known of the hardware of each plan. */
export const planFactsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'plan-facts'],
    queryFn: ({ signal }) => call(listPlanFacts, { params: { accountId }, signal }),
    staleTime: LIST_MS,
  });

export const imagesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'images'],
    queryFn: ({ signal }) => call(catalog.listImages, { params: { accountId }, signal }),
    staleTime: LIST_MS,
  });

/** What the first hour would cost now, and whether it is available. */
export const deployQuoteQuery = (accountId: string, query: { productId: string; region?: string | undefined }) =>
  queryOptions({
    queryKey: [accountId, 'deploy-quote', query],
    queryFn: ({ signal }) => call(catalog.quoteDeployment, { params: { accountId }, query, signal }),
    refetchInterval: STOCK_MS,
  });

/** What a term would cost with tax. */
export const orderQuoteQuery = (accountId: string, body: OrderQuoteRequest) =>
  queryOptions({
    queryKey: [accountId, 'order-quote', body],
    queryFn: ({ signal }) => call(orders.quoteOrder, { params: { accountId }, body, signal }),
    refetchInterval: STOCK_MS,
  });
