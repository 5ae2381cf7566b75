import { peopleSentences } from '@boreal/contract/request-sentences/people.sentences.ts';
import type { MemberRole } from '@boreal/contract/people/members.ts';
import type { Tx } from '../../../db/connect.ts';
import { AppError, invalidRequest, notFound } from '../../../kit/errors.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Ctx } from '../ctx.ts';
import { invitationTokenHash } from './invitation-token.rules.ts';
import { findByToken, markAccepted } from './invitations.store.ts';
import { addMember, lockMembers } from './members.store.ts';
import { requireOpenMembers } from '../roles/require-open-members.ts';
import { findRole } from '../roles/roles.store.ts';
import { findAddress } from '../people/users.store.ts';

export interface Joined {
  readonly accountId: string;
  readonly accountName: string;
  readonly role: MemberRole;
}

/**
 * Makes the signed-in person of the context a member. An existing member keeps their role.
 * @throws NOT_FOUND unknown, used or withdrawn · INVITATION_EXPIRED · INVALID_REQUEST it is for another address · ACCOUNT_CLOSED
 */
export function acceptInvitation(ctx: Ctx, input: { token: string }): Promise<Joined> {
  return ctx.transact(async (tx) => {
    const person = await requirePerson(tx, ctx);
    const found = await findByToken(tx, invitationTokenHash(input.token));
    if (!found) throw notFound('invitation');
    const { id, accountId, accountName, email, role } = found;
    await lockMembers(tx, accountId);
    await requireOpenMembers(tx, accountId);
    if (email !== person.email.toLowerCase()) throw invalidRequest('token', peopleSentences.invitedAnother(email));
    if (found.expiresAt <= ctx.clock.now()) throw new AppError('INVITATION_EXPIRED', {});
    if (!(await markAccepted(tx, { id, userId: person.id, at: ctx.clock.now() }))) throw notFound('invitation');
    await addMember(tx, { accountId, userId: person.id, role, createdAt: ctx.clock.now() });
    await recordAudit(tx, ctx, { accountId, action: 'member.joined', target: person.id, detail: { email, role } });
    return { accountId, accountName, role: (await findRole(tx, { accountId, userId: person.id })) ?? role };
  });
}

async function requirePerson(tx: Tx, ctx: Ctx): Promise<{ id: string; email: string }> {
  const { type, id } = ctx.actor;
  if (type !== 'user' || id === null) throw new AppError('PERMISSION_DENIED', { who: 'key', permission: 'members.write' });
  const person = await findAddress(tx, id);
  if (!person) throw notFound('account');
  return person;
}
