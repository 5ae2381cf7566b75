import * as rows from '@boreal/contract/endpoints/operator/requests.ts';
import { decideRequest } from '../../core/commerce/operator-requests/decide-request.ts';
import { listRequests, readOperatorLimits } from '../../core/commerce/operator-requests/list-requests.ts';
import { bind } from '../../door/bind.ts';
import type { OperatorCtx } from '../../door/operator-ctx.ts';

/** What needs a second operator. */
export const requestsRoutes = bind(rows, {
  listOperatorRequests: (ctx: OperatorCtx, { query }) => listRequests(ctx, { ...query, role: ctx.role }),
  getOperatorLimits: (ctx: OperatorCtx) => readOperatorLimits(ctx, ctx),
  decideOperatorRequest: async (ctx, { params: { requestId }, body: { decision } }) => {
    await decideRequest(ctx, { requestId, decision });
    return { id: requestId };
  },
});
