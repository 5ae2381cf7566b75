import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { IdText } from '../../values/ids.ts';
import { OperatorLimits, OperatorRequest, OperatorRequestStatus, RequestDecision } from '../../operator/requests.ts';
import { PageQuery } from '../../api/pages.ts';

/** Involves no customer's data: every page of the console requests it now and then. */
const glance = operatorReads('overview.read');
const read = operatorReads('requests.read');
const write = operatorChanges('requests.write');

export const listOperatorRequests = read.list('/requests', 'What takes a second operator, the newest first', {
  takes: { query: PageQuery.extend({ status: OperatorRequestStatus.optional() }) },
  of: OperatorRequest,
});

export const getOperatorLimits = glance.get('/limits', 'What one may do without a second operator, and how much waits for one', {
  takes: {},
  data: OperatorLimits,
});

export const decideOperatorRequest = write.post(
  '/requests/:requestId',
  'Approve or decline what another operator asked for, or withdraw what oneself did',
  {
    takes: { params: z.object({ requestId: IdText }), body: RequestDecision },
    data: Done,
    errors: [
      'INVALID_REQUEST',
      'NOT_FOUND',
      'REQUEST_NOT_WAITING',
      'REQUEST_OUTDATED',
      'SECOND_OPERATOR_REQUIRED',
      'INSUFFICIENT_CREDITS',
      'NOT_REFUNDABLE',
      'IDEMPOTENCY_CONFLICT',
    ],
  },
);
