import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { DatedPrice, OperatorPlan, PlanFlags, SetPlanFlagsRequest, SetPriceRequest, WithdrawPriceRequest } from '../../operator.ts';

const PricesQuery = z.object({ planId: IdText.optional(), accountId: IdText.optional() });

export const listPlans = endpoint('GET', '/plans', {
  ...operatorReads,
  takes: {},
  data: z.array(OperatorPlan),
  summary: 'Every plan with its list price',
});

export const setPlanFlags = endpoint('PUT', '/plans/:planId', {
  ...operatorChanges,
  takes: { params: z.object({ planId: IdText }), body: SetPlanFlagsRequest },
  data: PlanFlags,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Say whether a plan is offered, deployed without a person, and priced in public',
});

export const listPrices = endpoint('GET', '/prices', {
  ...operatorReads,
  takes: { query: PricesQuery },
  data: z.array(DatedPrice),
  summary: 'Dated prices, the latest first',
});

export const setPrice = endpoint('POST', '/prices', {
  ...operatorChanges,
  takes: { body: SetPriceRequest },
  status: 201,
  data: DatedPrice,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: 'Date a new price; hours already charged stay as they are',
});

export const withdrawPrice = endpoint('POST', '/prices/withdrawals', {
  ...operatorChanges,
  takes: { body: WithdrawPriceRequest },
  status: 201,
  data: DatedPrice,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
  summary: "End an account's own price: from then on it pays the list price",
});
