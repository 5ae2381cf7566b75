import type { LeftKeys, MemberRole } from '@boreal/contract/people/members.ts';
import { notFound } from '../../../kit/errors.ts';
import { tellDoneByOthers, tellOwnAccessChange } from '../people/tell-access-change.ts';
import { findAddressee } from '../people/users.store.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { handOverKeys } from '../keys/hand-over-keys.ts';
import { requireOtherOwner } from './require-other-owner.ts';
import { endSentInvitations } from './end-sent-invitations.ts';
import { lockMembers, setRole } from './members.store.ts';
import { findRole } from '../roles/roles.store.ts';
import { requireRole } from '../roles/require-role.ts';

/**
 * Gives a member another role; it applies from their next request, and from the next one of their keys. Keys that they could not make in
 * the new role end, or pass to the caller; invitations that they sent end if they may no longer invite. @throws PERMISSION_DENIED ·
 * NOT_FOUND · LAST_OWNER
 */
export function changeMemberRole(ctx: CustomerCtx, input: { userId: string; role: MemberRole; keys?: LeftKeys }): Promise<void> {
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    const { userId, role, keys = 'end' } = input;
    await requireRole(tx, ctx, 'members.write');
    // Keys before the account: spending with a key locks in the same order.
    const left = await handOverKeys(tx, ctx, { userId, role, keys });
    const account = await lockMembers(tx, accountId);
    await requireRole(tx, ctx, 'members.write');
    const before = await findRole(tx, { accountId, userId });
    if (before === null) throw notFound('member');
    if (before === 'owner' && role !== 'owner') await requireOtherOwner(tx, accountId);
    await setRole(tx, { accountId, userId, role });
    await endSentInvitations(tx, ctx, { userId, role });
    const email = (await findAddressee(tx, userId))?.email ?? null;
    // Once they are gone, only this line says who they were.
    const detail = { before, after: role, keys: left, email };
    await recordAudit(tx, ctx, { accountId, action: 'member.role_changed', target: userId, detail });
    if (before !== role) await tellDoneByOthers(tx, ctx, { userId, what: 'own_role_changed', accountId, name: account?.name ?? null });
    await tellOwnAccessChange(tx, ctx, { what: 'member_role_changed', accountId, name: email });
  });
}
