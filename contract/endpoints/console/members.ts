import { z } from 'zod';
import { MAILS, memberChanges, memberReads } from '../../api/console-rows.ts';
import { Done } from '../../api/done.ts';
import { endpointRows } from '../../api/endpoint.ts';
import { IdText } from '../../values/ids.ts';
import { ChangeMemberRoleRequest, Invitation, InviteMemberRequest, Members, RemoveMemberQuery } from '../../people/members.ts';

const read = endpointRows({ ...memberReads, needs: 'members.read' });
const write = endpointRows({ ...memberChanges, needs: 'members.write' });
const MemberPath = z.object({ userId: IdText });

export const listMembers = read.get('/members', 'Members and open invitations', { takes: {}, data: Members });

export const changeMemberRole = write.put('/members/:userId', 'Give a member another role', {
  opensWayIn: true,
  takes: { params: MemberPath, body: ChangeMemberRoleRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
});

export const removeMember = write.delete('/members/:userId', 'Take somebody out of the account, or leave it', {
  // Anyone may leave: the operation requires the permission only for removing someone else.
  needs: 'members.read',
  takes: { params: MemberPath, query: RemoveMemberQuery },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
});

export const inviteMember = write.post('/invitations', 'Ask somebody to join, by mail', {
  limit: MAILS,
  opensWayIn: true,
  takes: { body: InviteMemberRequest },
  status: 201,
  data: Invitation,
  errors: ['INVALID_REQUEST'],
});

export const revokeInvitation = write.delete('/invitations/:invitationId', 'Withdraw an invitation', {
  takes: { params: z.object({ invitationId: IdText }) },
  data: Done,
  errors: ['NOT_FOUND'],
});
