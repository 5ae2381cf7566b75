import { operatorMay, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';
import { findOperatorRole } from './operators.store.ts';

/**
 * Admits an operator whose current role in the database includes this. The command always passes: anyone with the shell has the database.
 * @throws NOT_FOUND no longer an operator · PERMISSION_DENIED
 */
export async function requireOperator(db: Sql | Tx, { actor }: Ctx, permission: OperatorPermission): Promise<void> {
  if (actor.type !== 'operator' || actor.id === null) return;
  const role = await findOperatorRole(db, actor.id);
  if (role === null) throw notFound('page');
  if (!operatorMay(role, permission)) throw new AppError('PERMISSION_DENIED', { who: 'operator', role, permission });
}
