import { notFound } from '../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { deleteMember, findRole, lockMembers } from './members.store.ts';
import { requireOtherOwner } from './require-other-owner.ts';
import { requireRole } from './require-role.ts';

/**
 * Takes somebody out of the account; everybody may take themselves. Keys that they made belong to the account and stay.
 * @throws PERMISSION_DENIED · NOT_FOUND · LAST_OWNER
 */
export function removeMember(ctx: CustomerCtx, input: { userId: string }): Promise<void> {
  return ctx.transact(async (tx) => {
    const { accountId, actor } = ctx;
    const { userId } = input;
    await lockMembers(tx, accountId);
    const leaves = actor.type === 'user' && actor.id === userId;
    if (!leaves) await requireRole(tx, ctx, 'members.write');
    const role = await findRole(tx, { accountId, userId });
    if (role === null) throw notFound('member');
    if (role === 'owner') await requireOtherOwner(tx, accountId);
    await deleteMember(tx, { accountId, userId });
    await recordAudit(tx, ctx, { accountId, action: 'member.removed', target: userId, detail: { role, left: leaves } });
  });
}
