import * as rows from '@boreal/contract/endpoints/operator/operators.ts';
import { listOperators } from '../../core/ground/operators/list-operators.ts';
import { addOperator, changeOperatorRole } from '../../core/ground/operators/set-operator-role.ts';
import { bind } from '../../door/bind.ts';

/** The operators and their roles. */
export const operatorsRoutes = bind(rows, {
  listOperators: (ctx) => listOperators(ctx),
  addOperator: async (ctx, { body }) => ({ id: (await addOperator(ctx, body)).userId }),
  changeOperatorRole: async (ctx, { params: { userId }, body: { role } }) => ({
    id: (await changeOperatorRole(ctx, { userId, role })).userId,
  }),
  removeOperator: async (ctx, { params: { userId } }) => ({ id: (await changeOperatorRole(ctx, { userId, role: null })).userId }),
});
