import * as members from '@boreal/contract/endpoints/console/members.ts';
import type { InviteMemberRequest, LeftKeys, MemberRole } from '@boreal/contract/members.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

/** Who belongs to the account, and who has been asked. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'members'],
    queryFn: ({ signal }) => call(members.listMembers, { params: { accountId }, signal }),
  });

export const inviteMember = (accountId: string, body: InviteMemberRequest) => call(members.inviteMember, { params: { accountId }, body });

export const revokeInvitation = (accountId: string, invitationId: string) =>
  call(members.revokeInvitation, { params: { accountId, invitationId } });

export const changeMemberRole = (accountId: string, userId: string, body: { role: MemberRole; keys: LeftKeys }) =>
  call(members.changeMemberRole, { params: { accountId, userId }, body });

/** Takes somebody out of the account; oneself, too. */
export const removeMember = (accountId: string, userId: string, keys: LeftKeys) =>
  call(members.removeMember, { params: { accountId, userId }, query: { keys } });
