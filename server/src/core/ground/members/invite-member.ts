import { peopleSentences } from '@boreal/contract/request-sentences/people.sentences.ts';
import {
  INVITATION_DAYS,
  INVITATIONS_A_DAY,
  INVITATIONS_A_DAY_AND_ADDRESS,
  MEMBERS_MAX,
  type Invitation,
  type InviteMemberRequest,
} from '@boreal/contract/people/members.ts';
import type { Tx } from '../../../db/connect.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../kit/clock.ts';
import { invalidRequest, notFound } from '../../../kit/errors.ts';
import { newId, randomBase62 } from '../../../kit/ids.ts';
import { readProfile } from '../profiles/read-profile.ts';
import { tellOwnAccessChange } from '../people/tell-access-change.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { CustomerCtx } from '../ctx.ts';
import { recordNotice } from '../notices/record-notice.ts';
import { INVITATION_TOKEN_LENGTH, invitationTokenHash } from './invitation-token.rules.ts';
import { invitationOf } from './invitation.rules.ts';
import { insertInvitation, revokeOpen, selectInvitedSince, selectOpenInvitations } from './invitations.store.ts';
import { hasPaid, lockMembers, selectMembers } from './members.store.ts';
import { requireOpenMembers } from '../roles/require-open-members.ts';
import { requireRole } from '../roles/require-role.ts';

/**
 * Invites a person to the account, by a mail with a link that works for seven days. Inviting them again invalidates the earlier link.
 * @throws PERMISSION_DENIED · ACCOUNT_CLOSED · INVALID_REQUEST a member already, too many, or too often
 */
export function inviteMember(ctx: CustomerCtx, input: InviteMemberRequest): Promise<Invitation> {
  const token = randomBase62(INVITATION_TOKEN_LENGTH);
  return ctx.transact(async (tx) => {
    const { accountId } = ctx;
    const { email, role } = input;
    const account = await lockMembers(tx, accountId);
    if (!account) throw notFound('account');
    await requireOpenMembers(tx, accountId);
    await requireRole(tx, ctx, 'members.write');
    const now = ctx.clock.now();
    // An operator invites in the account's name.
    const inviter = ctx.actor.type === 'user' ? ctx.actor.name : null;
    if (ctx.actor.type === 'user') await requireTrusted(tx, ctx, account);
    await requireCalm(tx, { accountId, email, now });
    await revokeOpen(tx, { accountId, email, at: now });
    await requireRoom(tx, { accountId, email });

    const row = {
      id: newId('invitation', now),
      accountId,
      email,
      role,
      tokenHash: invitationTokenHash(token),
      invitedBy: inviter,
      createdAt: now,
      expiresAt: addMs(now, INVITATION_DAYS * DAY_MS),
    };
    await insertInvitation(tx, row);
    const { language } = await readProfile(tx, accountId);
    await recordNotice(tx, ctx, {
      accountId,
      kind: 'member_invited',
      serverId: null,
      data: { accountName: account.name, invitedBy: inviter ?? 'Boreal', role, expiresAt: row.expiresAt.toISOString() },
      to: { email, name: null, language },
      secret: token,
    });
    await recordAudit(tx, ctx, { accountId, action: 'member.invited', target: row.id, detail: { email, role } });
    await tellOwnAccessChange(tx, ctx, { what: 'member_invited', accountId, name: email });
    return invitationOf(row);
  });
}

/**
 * Anybody who opens an account to write to strangers in our name must wait, or pay. Their own address is confirmed: they have signed in.
 */
async function requireTrusted(tx: Tx, { accountId, clock, rules }: CustomerCtx, { createdAt }: { createdAt: Date }): Promise<void> {
  const opensAt = addMs(createdAt, rules.invitesAfterHours * HOUR_MS);
  if (clock.now() >= opensAt || (await hasPaid(tx, accountId))) return;
  throw invalidRequest('email', peopleSentences.accountTooNew(rules.invitesAfterHours));
}

/** Repeatedly sending and withdrawing must not fill anybody's mailbox. */
async function requireCalm(tx: Tx, { accountId, email, now }: { accountId: string; email: string; now: Date }): Promise<void> {
  const invited = await selectInvitedSince(tx, { accountId, since: addMs(now, -DAY_MS) });
  if (invited.filter((one) => one === email).length >= INVITATIONS_A_DAY_AND_ADDRESS) {
    throw invalidRequest('email', peopleSentences.addressInvitedOften);
  }
  if (invited.length >= INVITATIONS_A_DAY) {
    throw invalidRequest('email', peopleSentences.tooManyInvitations(INVITATIONS_A_DAY));
  }
}

async function requireRoom(tx: Tx, { accountId, email }: { accountId: string; email: string }): Promise<void> {
  const members = await selectMembers(tx, accountId);
  if (members.some((member) => member.email.toLowerCase() === email)) {
    throw invalidRequest('email', peopleSentences.memberAlready);
  }
  const open = await selectOpenInvitations(tx, accountId);
  if (members.length + open.length >= MEMBERS_MAX) {
    throw invalidRequest('email', peopleSentences.tooManyMembers(MEMBERS_MAX));
  }
}
