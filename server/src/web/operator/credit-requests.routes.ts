import * as rows from '@boreal/contract/endpoints/operator/credit-requests.ts';
import { decideCreditRequest, listCreditRequests } from '../../core/commerce/credit-by-hand/decide-credit-request.ts';
import { bind } from '../../door/bind.ts';

/** Manual credit that one operator may not move alone. */
export const creditRequestsRoutes = bind(rows, {
  listCreditRequests: (ctx) => listCreditRequests(ctx),
  decideCreditRequest: async (ctx, { params: { approvalId }, body: { decision } }) => {
    await decideCreditRequest(ctx, { requestId: approvalId, decision });
    return { id: approvalId };
  },
});
