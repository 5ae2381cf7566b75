import {
  DatedPrice,
  OperatorPlan,
  PlanFlags,
  SetPlanFlagsRequest,
  SetPriceRequest,
  WithdrawPriceRequest,
} from '@boreal/contract/operator.ts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { callConsole, queryText } from '../call.ts';
import { operatorPath } from './path.ts';

export const plansQuery = queryOptions({
  queryKey: ['operator', 'plans'],
  queryFn: ({ signal }) => callConsole(operatorPath('/plans'), z.array(OperatorPlan), { signal }),
});

/** Of a plan, of an account, or all; the latest first. */
export const pricesQuery = (of: { planId?: string; accountId?: string }) =>
  queryOptions({
    queryKey: ['operator', 'prices', of],
    queryFn: ({ signal }) => callConsole(`${operatorPath('/prices')}${queryText(of)}`, z.array(DatedPrice), { signal }),
  });

export const setPlanFlags = (planId: string, body: z.input<typeof SetPlanFlagsRequest>) =>
  callConsole(operatorPath('/plans', planId), PlanFlags, { method: 'PUT', takes: SetPlanFlagsRequest, body });

export const setPrice = (body: z.input<typeof SetPriceRequest>) =>
  callConsole(operatorPath('/prices'), DatedPrice, { method: 'POST', takes: SetPriceRequest, body });

export const withdrawPrice = (body: z.input<typeof WithdrawPriceRequest>) =>
  callConsole(operatorPath('/prices/withdrawals'), DatedPrice, { method: 'POST', takes: WithdrawPriceRequest, body });
