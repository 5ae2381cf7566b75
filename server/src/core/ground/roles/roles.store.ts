import type { MemberRole } from '@boreal/contract/people/members.ts';
import type { Sql, Tx } from '../../../db/connect.ts';

/** A person's role in an account; null if they do not belong to it. */
export async function findRole(db: Sql | Tx, { accountId, userId }: { accountId: string; userId: string }): Promise<MemberRole | null> {
  const query = db.selectFrom('memberships').select('role').where('accountId', '=', accountId).where('userId', '=', userId);
  return (await query.executeTakeFirst())?.role ?? null;
}

/** The same, with whether the account is closed. */
export async function findStanding(
  db: Sql | Tx,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<{ role: MemberRole; closed: boolean } | null> {
  const row = await db
    .selectFrom('memberships')
    .leftJoin('ledgerAccounts', 'ledgerAccounts.id', 'memberships.accountId')
    .select(['role', 'ledgerAccounts.closedAt'])
    .where('accountId', '=', accountId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row ? { role: row.role, closed: row.closedAt !== null } : null;
}

/** Whether an account is closed: then it can only be read. */
export async function isClosed(db: Sql | Tx, accountId: string): Promise<boolean> {
  const query = db.selectFrom('ledgerAccounts').select('id').where('id', '=', accountId).where('closedAt', 'is not', null);
  return (await query.executeTakeFirst()) !== undefined;
}

/** The current role of a key's maker in its account; `house`: nobody of the account made it. Null: its maker has left. */
export type MakerRole = MemberRole | 'house' | null;

export async function findMakerRole(db: Sql | Tx, keyId: string): Promise<MakerRole> {
  const row = await db
    .selectFrom('apiKeys')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.accountId', '=', 'apiKeys.accountId').onRef('memberships.userId', '=', 'apiKeys.makerId'),
    )
    .select(['apiKeys.makerId', 'memberships.role'])
    .where('apiKeys.id', '=', keyId)
    .executeTakeFirst();
  return row === undefined || row.makerId === null ? 'house' : row.role;
}

/** Gives a person who does not belong to the account a role in it. */
export async function insertRole(tx: Tx, role: { accountId: string; userId: string; role: MemberRole; createdAt: Date }): Promise<void> {
  await tx.insertInto('memberships').values(role).execute();
}

/** Keeps others from changing who and what has access to an account, but locks nothing else. */
export async function lockAccountRow(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}
