import { mayDo, mayDoWhenClosed, type MemberRole, type Permission } from '@boreal/contract/people/members.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { AppError, notFound } from '../../../kit/errors.ts';
import type { CustomerCtx } from '../ctx.ts';
import { findMakerRole, findStanding, isClosed } from './roles.store.ts';

/**
 * Admits a caller who may do this in the account: a signed-in person by their current role in the database; a key within what keys may do
 * at all and what its maker may do now. Operators and Boreal itself may do everything.
 * @throws NOT_FOUND the person does not belong to this account · PERMISSION_DENIED · ACCOUNT_CLOSED for everybody except those
 */
export async function requireRole(db: Sql | Tx, ctx: CustomerCtx, permission: Permission): Promise<void> {
  const { actor } = ctx;
  const { who, closed } = await whoAsks(db, ctx);
  if (who !== 'house' && !mayDo(who, permission)) throw new AppError('PERMISSION_DENIED', { who, permission });
  if (closed && !mayDoWhenClosed(permission)) throw new AppError('ACCOUNT_CLOSED', {});
  if (who === 'key' && actor.id !== null) await requireMakerMay(db, { keyId: actor.id, agent: actor.type === 'mcp_key' }, permission);
}

/** A key may never do what its maker's role may not. */
async function requireMakerMay(db: Sql | Tx, key: { keyId: string; agent: boolean }, permission: Permission): Promise<void> {
  const role = await findMakerRole(db, key.keyId);
  if (role === 'house') return;
  if (role === null) throw new AppError('Unauthorized', { reason: 'INVALID_API_KEY', ...(key.agent && { who: 'agent' }) });
  if (mayDo(role, permission)) return;
  throw new AppError('PERMISSION_DENIED', key.agent ? { who: 'agent', need: 'role' } : { who: role, permission });
}

async function whoAsks(db: Sql | Tx, { accountId, actor }: CustomerCtx): Promise<{ who: MemberRole | 'key' | 'house'; closed: boolean }> {
  switch (actor.type) {
    case 'user': {
      const standing = actor.id === null ? null : await findStanding(db, { accountId, userId: actor.id });
      if (standing === null) throw notFound('account');
      return { who: standing.role, closed: standing.closed };
    }
    case 'api_key':
    case 'mcp_key':
      return { who: 'key', closed: await isClosed(db, accountId) };
    case 'operator':
    case 'system':
      return { who: 'house', closed: false };
  }
}
