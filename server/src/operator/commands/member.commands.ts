import { MemberRole, type Invitation, type Member } from '@boreal/contract/people/members.ts';
import { Argument, type Command } from 'commander';
import { inAccount } from '../../core/money/accounts/in-account.ts';
import type { Ctx } from '../../core/ground/ctx.ts';
import { changeMemberRole } from '../../core/ground/members/change-member-role.ts';
import { inviteMember } from '../../core/ground/members/invite-member.ts';
import { listMembers } from '../../core/ground/members/list-members.ts';
import { removeMember } from '../../core/ground/members/remove-member.ts';
import { parseEmail } from '../arguments.ts';
import type { Operate } from '../operate.ts';
import { plain, table, when, type CommandOutput } from '../output.ts';
import { verb } from '../verb.ts';

export function addMemberCommands(program: Command, operate: Operate): void {
  const member = program.command('member').description('members of customers’ accounts, and their roles');
  const role = () => new Argument('<role>', 'what they may do').choices(MemberRole.options);

  verb(member, 'list <account>', operate(list), {
    description: 'Show the members of an account and its open invitations.',
    example: 'acc_01kb3c9q',
  });

  verb(member, 'invite <account>', operate(invite), {
    description: 'Invite someone to an account by mail. This is how an account without members gets its first owner.',
    example: 'acc_01kb3c9q dev@example.com owner',
  })
    .argument('<email>', 'whom to ask', parseEmail)
    .addArgument(role());

  verb(member, 'set-role <account> <user>', operate(setRole), {
    description: 'Change the role of a member. Keys that the new role could not create are revoked.',
    example: 'acc_01kb3c9q usr_01kb3c9q developer',
  }).addArgument(role());

  verb(member, 'remove <account> <user>', operate(remove), {
    description: 'Take somebody out of an account, and end the keys that they made. The last owner stays.',
    example: 'acc_01kb3c9q usr_01kb3c9q',
  });
}

async function list(ctx: Ctx, accountId: string): Promise<CommandOutput> {
  const { members, invitations } = await listMembers(await inAccount(ctx, accountId));
  const data = { members: members.map((one) => ({ ...one })), invitations: invitations.map((one) => ({ ...one })) };
  const open = invitations.length === 0 ? '' : `\n\nInvited\n${table(invitations, invitedColumns, '')}`;
  return { data, text: table(members, memberColumns, 'The account has no members.') + open };
}

const memberColumns = [
  { title: 'id', of: (one: Member) => one.userId },
  { title: 'name', of: (one: Member) => one.name },
  { title: 'e-mail', of: (one: Member) => one.email },
  { title: 'role', of: (one: Member) => one.role },
  { title: 'since', of: (one: Member) => when(new Date(one.joinedAt)) },
];

const invitedColumns = [
  { title: 'id', of: (one: Invitation) => one.id },
  { title: 'e-mail', of: (one: Invitation) => one.email },
  { title: 'role', of: (one: Invitation) => one.role },
  { title: 'by', of: (one: Invitation) => one.invitedBy ?? '–' },
  { title: 'until', of: (one: Invitation) => when(new Date(one.expiresAt)) },
];

async function invite(ctx: Ctx, accountId: string, email: string, role: MemberRole): Promise<CommandOutput> {
  const invitation = await inviteMember(await inAccount(ctx, accountId), { email, role });
  const text = `Asked ${email} to join ${accountId} as ${role}, by mail; the link works until ${when(new Date(invitation.expiresAt))}.`;
  return { data: { ...invitation }, text: plain(text) };
}

async function setRole(ctx: Ctx, accountId: string, userId: string, role: MemberRole): Promise<CommandOutput> {
  await changeMemberRole(await inAccount(ctx, accountId), { userId, role });
  return { data: { accountId, userId, role }, text: `${userId} is ${role} of ${accountId} now.` };
}

async function remove(ctx: Ctx, accountId: string, userId: string): Promise<CommandOutput> {
  await removeMember(await inAccount(ctx, accountId), { userId });
  return {
    data: { accountId, userId, removed: true },
    text: `${userId} does not belong to ${accountId} any more, and the keys that they made and the invitations that they sent have ended.`,
  };
}
