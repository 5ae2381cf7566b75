import type { Insertable, Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Invitations } from '../../../db/rows.gen.ts';
import { idFloor } from '../../../kit/ids.ts';

export type InvitationRow = Selectable<Invitations>;

export async function insertInvitation(tx: Tx, row: Insertable<Invitations>): Promise<void> {
  await tx.insertInto('invitations').values(row).execute();
}

/** Invitations that can still be accepted or have expired unanswered, oldest first. */
export function selectOpenInvitations(db: Sql | Tx, accountId: string): Promise<InvitationRow[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .orderBy('id')
    .execute();
}

/** The recipients of an account's invitations since then, once per invitation, whatever its outcome. */
export async function selectInvitedSince(tx: Tx, input: { accountId: string; since: Date }): Promise<string[]> {
  const rows = await tx
    .selectFrom('invitations')
    .select('email')
    .where('accountId', '=', input.accountId)
    .where('createdAt', '>', input.since)
    .execute();
  return rows.map(({ email }) => email);
}

/** Ends the open invitation with this address or id; null if there is none. */
export function revokeOpen(
  tx: Tx,
  input: { accountId: string; at: Date } & ({ email: string } | { id: string }),
): Promise<InvitationRow | null> {
  const open = tx
    .updateTable('invitations')
    .set({ revokedAt: input.at })
    .where('accountId', '=', input.accountId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null);
  const named = 'id' in input ? open.where('id', '=', input.id) : open.where('email', '=', input.email);
  return firstOrNull(named.returningAll());
}

/** Ends the open invitations that a person has sent, found through the audit log: a row has only the sender's name. */
export async function revokeSentBy(tx: Tx, input: { accountId: string; userId: string; at: Date }): Promise<readonly InvitationRow[]> {
  const { accountId, userId, at } = input;
  const open = await selectOpenInvitations(tx, accountId);
  const [first] = open;
  if (!first) return [];
  const sent = await tx
    .selectFrom('auditEntries')
    .select('target')
    .where('accountId', '=', accountId)
    .where('action', '=', 'member.invited')
    .where('actorType', '=', 'user')
    .where('actorId', '=', userId)
    // Ids sort by creation time: reads only lines about as old as the invitations.
    .where('id', '>=', idFloor('audit', first.createdAt))
    .execute();
  const ids = open.filter(({ id }) => sent.some(({ target }) => target === id)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return tx
    .updateTable('invitations')
    .set({ revokedAt: at })
    .where('id', 'in', ids)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returningAll()
    .execute();
}

/** The invitation of a token, whatever its outcome, with the account's name and language. */
export function findByToken(db: Sql | Tx, tokenHash: Buffer) {
  return firstOrNull(
    db
      .selectFrom('invitations')
      .innerJoin('accounts', 'accounts.id', 'invitations.accountId')
      .selectAll('invitations')
      .select(['accounts.name as accountName', 'accounts.language'])
      .where('tokenHash', '=', tokenHash),
  );
}

/** False if somebody else accepted or revoked it first. */
export async function markAccepted(tx: Tx, input: { id: string; userId: string; at: Date }): Promise<boolean> {
  const marked = await tx
    .updateTable('invitations')
    .set({ acceptedAt: input.at, acceptedBy: input.userId })
    .where('id', '=', input.id)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
