import { z } from 'zod';
import { MAILS, memberChanges, memberReads } from '../../console-rows.ts';
import { ChangeMemberRoleRequest, Members, RemoveMemberQuery } from '../../console.ts';
import { Done } from '../../done.ts';
import { endpoint } from '../../endpoint.ts';
import { IdText } from '../../ids.ts';
import { Invitation, InviteMemberRequest } from '../../members.ts';

const write = { ...memberChanges, needs: 'members.write' } as const;
const MemberPath = z.object({ userId: IdText });

export const listMembers = endpoint('GET', '/members', {
  ...memberReads,
  needs: 'members.read',
  takes: {},
  data: Members,
  summary: 'Members and open invitations',
});

export const changeMemberRole = endpoint('PUT', '/members/:userId', {
  ...write,
  opensWayIn: true,
  takes: { params: MemberPath, body: ChangeMemberRoleRequest },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
  summary: 'Give a member another role',
});

export const removeMember = endpoint('DELETE', '/members/:userId', {
  ...write,
  // Everybody may leave: the operation requires the permission only for somebody else.
  needs: 'members.read',
  takes: { params: MemberPath, query: RemoveMemberQuery },
  data: Done,
  errors: ['INVALID_REQUEST', 'NOT_FOUND', 'LAST_OWNER'],
  summary: 'Take somebody out of the account, or leave it',
});

export const inviteMember = endpoint('POST', '/invitations', {
  ...write,
  limit: MAILS,
  opensWayIn: true,
  takes: { body: InviteMemberRequest },
  status: 201,
  data: Invitation,
  errors: ['INVALID_REQUEST'],
  summary: 'Ask somebody to join, by mail',
});

export const revokeInvitation = endpoint('DELETE', '/invitations/:invitationId', {
  ...write,
  takes: { params: z.object({ invitationId: IdText }) },
  data: Done,
  errors: ['NOT_FOUND'],
  summary: 'Withdraw an invitation',
});
