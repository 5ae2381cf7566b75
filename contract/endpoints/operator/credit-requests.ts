import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { CreditDecision, CreditRequest } from '../../operator.ts';

export const listCreditRequests = endpoint('GET', '/credit-requests', {
  ...operatorReads,
  takes: {},
  data: z.array(CreditRequest),
  summary: 'Credit that waits for another operator',
});

export const decideCreditRequest = endpoint('POST', '/credit-requests/:approvalId', {
  ...operatorChanges,
  takes: { params: z.object({ approvalId: IdText }), body: CreditDecision },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'APPROVAL_NOT_PENDING', 'SECOND_OPERATOR_REQUIRED', 'INSUFFICIENT_CREDITS'],
  summary: 'Approve or refuse what another operator asked for',
});
