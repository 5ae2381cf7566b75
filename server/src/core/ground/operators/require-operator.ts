import { operatorMay, type OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import type { Ctx } from '../ctx.ts';
import { findOperatorRole } from './operators.store.ts';

/**
 * Admits an operator whose role in the database now includes this. The command passes: who has the shell has the database.
 * @throws NOT_FOUND an operator no more · PERMISSION_DENIED
 */
export async function requireOperator(db: Sql | Tx, { actor }: Ctx, permission: OperatorPermission): Promise<void> {
  if (actor.type !== 'operator' || actor.id === null) return;
  const role = await findOperatorRole(db, actor.id);
  if (role === null) throw notFound('page');
  if (!operatorMay(role, permission)) throw new AppError('PERMISSION_DENIED', { who: 'operator', role, permission });
}
