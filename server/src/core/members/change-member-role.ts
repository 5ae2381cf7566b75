import type { MemberRole } from '@boreal/contract/members.ts';
import { notFound } from '../../kit/errors.ts';
import { tellOwnAccessChange } from '../accounts/tell-access-change.ts';
import { findAddressee } from '../accounts/users.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { requireOtherOwner } from './require-other-owner.ts';
import { findRole, lockMembers, setRole } from './members.store.ts';
import { requireRole } from './require-role.ts';

/** Gives a member another role; it counts from their next request. @throws PERMISSION_DENIED · NOT_FOUND · LAST_OWNER */
export function changeMemberRole(ctx: CustomerCtx, input: { userId: string; role: MemberRole }): Promise<void> {
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    const { userId, role } = input;
    await lockMembers(tx, accountId);
    await requireRole(tx, ctx, 'members.write');
    const before = await findRole(tx, { accountId, userId });
    if (before === null) throw notFound('member');
    if (before === 'owner' && role !== 'owner') await requireOtherOwner(tx, accountId);
    await setRole(tx, { accountId, userId, role });
    await recordAudit(tx, ctx, { accountId, action: 'member.role_changed', target: userId, detail: { before, after: role } });
    await tellOwnAccessChange(tx, ctx, { what: 'member_role_changed', name: (await findAddressee(tx, userId))?.email ?? null });
  });
}
