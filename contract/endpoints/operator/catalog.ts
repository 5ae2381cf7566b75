import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { IdText } from '../../values/ids.ts';
import {
  ListedPrice,
  OperatorPlan,
  PlanFlags,
  SetPlanFlagsRequest,
  SetPriceRequest,
  WithdrawPriceRequest,
} from '../../operator/operator.ts';
import { PriceAnswer } from '../../operator/requests.ts';

const read = operatorReads('catalog.read');
const write = operatorChanges('catalog.write');
const price = operatorChanges('prices.write');

const PricesQuery = z.object({ planId: IdText.optional(), accountId: IdText.optional() });

export const listPlans = read.get('/plans', 'Every plan with its list price', { takes: {}, data: z.array(OperatorPlan) });

export const setPlanFlags = write.put('/plans/:planId', 'Say whether a plan is offered, deployed without a person, and priced in public', {
  takes: { params: z.object({ planId: IdText }), body: SetPlanFlagsRequest },
  data: PlanFlags,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const listPrices = read.get('/prices', 'Dated prices, the latest first', {
  takes: { query: PricesQuery },
  data: z.array(ListedPrice),
});

export const setPrice = price.post('/prices', 'Date a new price; hours already charged stay as they are', {
  takes: { body: SetPriceRequest },
  status: 201,
  data: PriceAnswer,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});

export const withdrawPrice = price.post('/prices/withdrawals', "End an account's own price: from then on it pays the list price", {
  takes: { body: WithdrawPriceRequest },
  status: 201,
  data: PriceAnswer,
  errors: ['INVALID_REQUEST', 'NOT_FOUND'],
});
