import type { LeftKeys } from '@boreal/contract/people/members.ts';
import { notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { tellDoneByOthers, tellOwnAccessChange } from '../people/tell-access-change.ts';
import { findAddressee } from '../people/users.store.ts';
import type { CustomerCtx } from '../ctx.ts';
import { handOverKeys } from '../keys/hand-over-keys.ts';
import { endSentInvitations } from './end-sent-invitations.ts';
import { deleteMember, lockMembers } from './members.store.ts';
import { findRole } from '../roles/roles.store.ts';
import { requireOtherOwner } from './require-other-owner.ts';
import { requireRole } from '../roles/require-role.ts';

/**
 * Removes a person from the account; anybody may remove themselves. Keys that they made end, or pass to the caller; invitations that they
 * sent end; servers launched with the keys keep running. Mails the person, and whoever did it, because it may not have been them.
 * @throws PERMISSION_DENIED · NOT_FOUND · LAST_OWNER
 */
export function removeMember(ctx: CustomerCtx, input: { userId: string; keys?: LeftKeys }): Promise<void> {
  return ctx.transact(async (tx) => {
    const { accountId, actor } = ctx;
    const { userId, keys = 'end' } = input;
    const leaves = actor.type === 'user' && actor.id === userId;
    if (!leaves) await requireRole(tx, ctx, 'members.write');
    // Keys before the account: spending with a key locks in the same order.
    const left = await handOverKeys(tx, ctx, { userId, role: null, keys });
    const account = await lockMembers(tx, accountId);
    if (!leaves) await requireRole(tx, ctx, 'members.write');
    const role = await findRole(tx, { accountId, userId });
    if (role === null) throw notFound('member');
    if (role === 'owner') await requireOtherOwner(tx, accountId);
    await deleteMember(tx, { accountId, userId });
    await endSentInvitations(tx, ctx, { userId, role: null });
    // They are gone now: only this line says who they were.
    const email = (await findAddressee(tx, userId))?.email ?? null;
    await recordAudit(tx, ctx, { accountId, action: 'member.removed', target: userId, detail: { role, left: leaves, keys: left, email } });
    const about = { accountId, name: account?.name ?? null };
    if (leaves) return tellOwnAccessChange(tx, ctx, { what: 'account_left', ...about });
    await tellDoneByOthers(tx, ctx, { userId, what: 'removed_from_account', ...about });
    await tellOwnAccessChange(tx, ctx, { what: 'member_removed', accountId, name: email });
  });
}
