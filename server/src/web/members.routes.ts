import * as rows from '@boreal/contract/endpoints/console/members.ts';
import { changeMemberRole } from '../core/ground/members/change-member-role.ts';
import { inviteMember } from '../core/ground/members/invite-member.ts';
import { listMembers } from '../core/ground/members/list-members.ts';
import { removeMember } from '../core/ground/members/remove-member.ts';
import { revokeInvitation } from '../core/ground/members/revoke-invitation.ts';
import { bind } from '../door/bind.ts';

/** The members of an account. */
export const membersRoutes = bind(rows, {
  listMembers: (ctx) => listMembers(ctx),
  changeMemberRole: async (ctx, { params: { userId }, body: { role, keys } }) => {
    await changeMemberRole(ctx, { userId, role, keys });
    return { id: userId };
  },
  removeMember: async (ctx, { params: { userId }, query: { keys } }) => {
    await removeMember(ctx, { userId, keys });
    return { id: userId };
  },
  inviteMember: (ctx, { body }) => inviteMember(ctx, body),
  revokeInvitation: async (ctx, { params: { invitationId } }) => {
    await revokeInvitation(ctx, { invitationId });
    return { id: invitationId };
  },
});
