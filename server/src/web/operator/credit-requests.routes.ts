import { Done } from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { CreditDecision, CreditRequest } from '@boreal/contract/operator.ts';
import { z } from 'zod';
import { decideCreditRequest, listCreditRequests } from '../../core/accounts/decide-credit-request.ts';
import type { Ctx } from '../../core/ctx.ts';
import { endpoint } from '../../door/define-endpoint.ts';
import { change, read } from './row.ts';

/** Credit by hand that one operator may not move alone. */
export const creditRequestsRoutes = [
  endpoint(
    'GET',
    '/credit-requests',
    { ...read, takes: {}, data: z.array(CreditRequest), name: 'listCreditRequests', summary: 'Credit that waits for another operator' },
    (ctx: Ctx) => listCreditRequests(ctx),
  ),
  endpoint(
    'POST',
    '/credit-requests/:approvalId',
    {
      ...change,
      takes: { params: z.object({ approvalId: IdText }), body: CreditDecision },
      data: Done,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'APPROVAL_NOT_PENDING', 'SECOND_OPERATOR_REQUIRED', 'INSUFFICIENT_CREDITS'],
      name: 'decideCreditRequest',
      summary: 'Approve or refuse what another operator asked for',
    },
    async (ctx: Ctx, { params: { approvalId }, body: { decision } }) => {
      await decideCreditRequest(ctx, { requestId: approvalId, decision });
      return { id: approvalId };
    },
  ),
];
