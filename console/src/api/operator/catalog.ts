import * as catalog from '@boreal/contract/endpoints/operator/catalog.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../call.ts';

export const plansQuery = queryOptions({ queryKey: ['operator', 'plans'], queryFn: ({ signal }) => call(catalog.listPlans, { signal }) });

/** Of a plan, of an account, or all; latest first. */
export const pricesQuery = (of: { planId?: string; accountId?: string }) =>
  queryOptions({ queryKey: ['operator', 'prices', of], queryFn: ({ signal }) => call(catalog.listPrices, { query: of, signal }) });
