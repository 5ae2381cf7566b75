import { ChangeMemberRoleRequest, Done, Members } from '@boreal/contract/console.ts';
import { Invitation, InviteMemberRequest, type LeftKeys, type MemberRole } from '@boreal/contract/members.ts';
import { queryOptions } from '@tanstack/react-query';
import { callConsole } from './call.ts';
import { underAccount } from './paths.ts';

/** Who belongs to the account, and who has been asked. */
export const membersQuery = (accountId: string) =>
  queryOptions({
    queryKey: [accountId, 'members'],
    queryFn: ({ signal }) => callConsole(underAccount(accountId, '/members'), Members, { signal }),
  });

export const inviteMember = (accountId: string, body: InviteMemberRequest) =>
  callConsole(underAccount(accountId, '/invitations'), Invitation, { method: 'POST', takes: InviteMemberRequest, body });

export const revokeInvitation = (accountId: string, invitationId: string) =>
  callConsole(underAccount(accountId, `/invitations/${encodeURIComponent(invitationId)}`), Done, { method: 'DELETE' });

export const changeMemberRole = (accountId: string, userId: string, body: { role: MemberRole; keys: LeftKeys }) =>
  callConsole(memberPath(accountId, userId), Done, { method: 'PUT', takes: ChangeMemberRoleRequest, body });

/** Takes somebody out of the account; oneself, too. */
export const removeMember = (accountId: string, userId: string, keys: LeftKeys) =>
  callConsole(`${memberPath(accountId, userId)}?keys=${keys}`, Done, { method: 'DELETE' });

function memberPath(accountId: string, userId: string): string {
  return underAccount(accountId, `/members/${encodeURIComponent(userId)}`);
}
