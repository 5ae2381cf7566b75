import type { Invitation, Member } from '@boreal/contract/people/members.ts';
import type { CustomerCtx } from '../ctx.ts';
import { countKeysByMaker } from '../keys/keys.store.ts';
import { invitationOf } from './invitation.rules.ts';
import { selectOpenInvitations } from './invitations.store.ts';
import { selectMembers } from './members.store.ts';
import { requireRole } from '../roles/require-role.ts';

/** The members of the account, and open invitations. Not paged: both are limited. */
export async function listMembers(ctx: CustomerCtx): Promise<{ members: Member[]; invitations: Invitation[] }> {
  await requireRole(ctx.db.sql, ctx, 'members.read');
  const members = await selectMembers(ctx.db.sql, ctx.accountId);
  const keys = await countKeysByMaker(ctx.db.sql, { accountId: ctx.accountId, now: ctx.clock.now() });
  const invitations = await selectOpenInvitations(ctx.db.sql, ctx.accountId);
  return {
    members: members.map((member) => ({ ...member, joinedAt: member.joinedAt.toISOString(), keys: keys.get(member.userId) ?? 0 })),
    invitations: invitations.map(invitationOf),
  };
}
