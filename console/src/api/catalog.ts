import * as catalog from '@boreal/contract/endpoints/catalog.ts';
import * as orders from '@boreal/contract/endpoints/console/orders.ts';
import type { OrderQuoteRequest } from '@boreal/contract/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const LIST_MS = 60 * 60_000;
/** Stock and prices: others deploy meanwhile. */
const STOCK_MS = 10_000;

export const plansQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'plans'],
    queryFn: ({ signal }) => call(catalog.listGpuPlans, { params: { accountId }, signal }),
    refetchInterval: STOCK_MS,
  });

export const flavorsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'flavors'],
    queryFn: ({ signal }) => call(catalog.listFlavors, { params: { accountId }, signal }),
    staleTime: LIST_MS,
  });

export const imagesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'images'],
    queryFn: ({ signal }) => call(catalog.listImages, { params: { accountId }, signal }),
    staleTime: LIST_MS,
  });

/** What the first hour would cost now, and whether it is available. */
export const deployQuoteQuery = (accountId: string, productId: string) =>
  queryOptions({
    queryKey: [accountId, 'deploy-quote', productId],
    queryFn: ({ signal }) => call(catalog.quoteDeployment, { params: { accountId }, query: { productId }, signal }),
    refetchInterval: STOCK_MS,
  });

/** What a term would cost with tax. */
export const orderQuoteQuery = (accountId: string, body: OrderQuoteRequest) =>
  queryOptions({
    queryKey: [accountId, 'order-quote', body],
    queryFn: ({ signal }) => call(orders.quoteOrder, { params: { accountId }, body, signal }),
    refetchInterval: STOCK_MS,
  });
