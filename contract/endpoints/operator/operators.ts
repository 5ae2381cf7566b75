import { z } from 'zod';
import { operatorChanges, operatorReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { IdText } from '../../values/ids.ts';
import { AddOperatorRequest, ChangeOperatorRoleRequest, Operator } from '../../operator/roles.ts';

const read = operatorReads('operators.read');
const write = operatorChanges('operators.write');
const params = z.object({ userId: IdText });

export const listOperators = read.get('/operators', 'Who operates, and in which role', { takes: {}, data: z.array(Operator) });

export const addOperator = write.post('/operators', 'Make somebody an operator who has signed up', {
  opensWayIn: true,
  takes: { body: AddOperatorRequest },
  status: 201,
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
});

export const changeOperatorRole = write.put('/operators/:userId', 'Give an operator another role', {
  opensWayIn: true,
  takes: { params, body: ChangeOperatorRoleRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
});

export const removeOperator = write.delete('/operators/:userId', 'Make an operator a customer again', {
  takes: { params },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
});
