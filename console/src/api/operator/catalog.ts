import * as catalog from '@boreal/contract/endpoints/operator/catalog.ts';
import type { SetPlanFlagsRequest, SetPriceRequest, WithdrawPriceRequest } from '@boreal/contract/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../call.ts';

export const plansQuery = queryOptions({ queryKey: ['operator', 'plans'], queryFn: ({ signal }) => call(catalog.listPlans, { signal }) });

/** Of a plan, of an account, or all; the latest first. */
export const pricesQuery = (of: { planId?: string; accountId?: string }) =>
  queryOptions({ queryKey: ['operator', 'prices', of], queryFn: ({ signal }) => call(catalog.listPrices, { query: of, signal }) });

export const setPlanFlags = (planId: string, body: z.input<typeof SetPlanFlagsRequest>) =>
  call(catalog.setPlanFlags, { params: { planId }, body });

export const setPrice = (body: z.input<typeof SetPriceRequest>) => call(catalog.setPrice, { body });

export const withdrawPrice = (body: z.input<typeof WithdrawPriceRequest>) => call(catalog.withdrawPrice, { body });
