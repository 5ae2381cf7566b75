import { ChangeMemberRoleRequest, Done, Members, RemoveMemberQuery } from '@boreal/contract/console.ts';
import { IdText } from '@boreal/contract/ids.ts';
import { Invitation, InviteMemberRequest } from '@boreal/contract/members.ts';
import { z } from 'zod';
import { changeMemberRole } from '../core/members/change-member-role.ts';
import { inviteMember } from '../core/members/invite-member.ts';
import { listMembers } from '../core/members/list-members.ts';
import { removeMember } from '../core/members/remove-member.ts';
import { revokeInvitation } from '../core/members/revoke-invitation.ts';
import { endpoint } from '../door/define-endpoint.ts';
import { CHANGES, MAILS, READS } from './console-limits.ts';

const write = { group: 'Console', limit: CHANGES, needs: 'members.write' } as const;
const MemberPath = z.object({ userId: IdText });

/** Who belongs to an account. */
export const membersRoutes = [
  endpoint(
    'GET',
    '/members',
    {
      group: 'Console',
      limit: READS,
      needs: 'members.read',
      takes: {},
      data: Members,
      name: 'listMembers',
      summary: 'Members and open invitations',
    },
    (ctx) => listMembers(ctx),
  ),
  endpoint(
    'PUT',
    '/members/:userId',
    {
      ...write,
      opensWayIn: true,
      takes: { params: MemberPath, body: ChangeMemberRoleRequest },
      data: Done,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
      name: 'changeMemberRole',
      summary: 'Give a member another role',
    },
    async (ctx, { params: { userId }, body: { role, keys } }) => {
      await changeMemberRole(ctx, { userId, role, keys });
      return { id: userId };
    },
  ),
  endpoint(
    'DELETE',
    '/members/:userId',
    {
      ...write,
      // Everybody may leave: the operation asks for the permission only where it is somebody else.
      needs: 'members.read',
      takes: { params: MemberPath, query: RemoveMemberQuery },
      data: Done,
      errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
      name: 'removeMember',
      summary: 'Take somebody out of the account, or leave it',
    },
    async (ctx, { params: { userId }, query: { keys } }) => {
      await removeMember(ctx, { userId, keys });
      return { id: userId };
    },
  ),
  endpoint(
    'POST',
    '/invitations',
    {
      ...write,
      limit: MAILS,
      opensWayIn: true,
      takes: { body: InviteMemberRequest },
      status: 201,
      data: Invitation,
      errors: ['INVALID_REQUEST'],
      name: 'inviteMember',
      summary: 'Ask somebody to join, by mail',
    },
    (ctx, { body }) => inviteMember(ctx, body),
  ),
  endpoint(
    'DELETE',
    '/invitations/:invitationId',
    {
      ...write,
      takes: { params: z.object({ invitationId: IdText }) },
      data: Done,
      errors: ['NOT_FOUND'],
      name: 'revokeInvitation',
      summary: 'Withdraw an invitation',
    },
    async (ctx, { params: { invitationId } }) => {
      await revokeInvitation(ctx, { invitationId });
      return { id: invitationId };
    },
  ),
];
