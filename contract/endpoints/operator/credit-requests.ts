import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../console-rows.ts';
import { Done } from '../../done.ts';
import { IdText } from '../../ids.ts';
import { CreditDecision, CreditRequest } from '../../operator.ts';

const read = operatorReads('payments.read');
const write = operatorChanges('payments.write');

export const listCreditRequests = read.get('/credit-requests', 'Credit that waits for another operator', {
  takes: {},
  data: z.array(CreditRequest),
});

export const decideCreditRequest = write.post('/credit-requests/:approvalId', 'Approve or refuse what another operator asked for', {
  takes: { params: z.object({ approvalId: IdText }), body: CreditDecision },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'APPROVAL_NOT_PENDING', 'SECOND_OPERATOR_REQUIRED', 'INSUFFICIENT_CREDITS'],
});
