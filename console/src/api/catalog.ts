import { DeployQuote } from '@boreal/contract/billing.ts';
import { Flavor, GpuPlan, Image } from '@boreal/contract/catalog.ts';
import { OrderBegun, OrderQuote, CreateOrderRequest, type OrderQuoteRequest } from '@boreal/contract/orders.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, queryText } from './call.ts';
import { underAccount } from './paths.ts';

const LIST_MS = 60 * 60_000;
/** Stock and prices: others deploy meanwhile. */
const STOCK_MS = 10_000;

export const plansQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'plans'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/v1/gpu'), z.array(GpuPlan), { signal }),
    refetchInterval: STOCK_MS,
  });

export const flavorsQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'flavors'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/v1/flavors'), z.array(Flavor), { signal }),
    staleTime: LIST_MS,
  });

export const imagesQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'images'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/v1/images'), z.array(Image), { signal }),
    staleTime: LIST_MS,
  });

/** What the first hour would take now, and whether it can be had. */
export const deployQuoteQuery = (accountId: string, productId: string) =>
  queryOptions({
    queryKey: [accountId, 'deploy-quote', productId],
    queryFn: ({ signal }) =>
      callConsole(underAccount(accountId, `/servers/deploy-quote${queryText({ productId })}`), DeployQuote, { signal }),
    refetchInterval: STOCK_MS,
  });

/** What a term would cost with tax. */
export const orderQuoteQuery = (accountId: string, request: OrderQuoteRequest) =>
  queryOptions({
    queryKey: [accountId, 'order-quote', request],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/orders/quote'), OrderQuote, { method: 'POST', body: request, signal }),
    refetchInterval: STOCK_MS,
  });

export const createOrder = (accountId: string, body: CreateOrderRequest, idempotencyKey: string) =>
  callConsole(underAccount(accountId, '/orders'), OrderBegun, { method: 'POST', takes: CreateOrderRequest, body, idempotencyKey });
