import type { MemberRole } from '@boreal/contract/members.ts';
import type { Sql, Tx } from '../../../db/connect.ts';

/** A person's role in an account; null for somebody who does not belong to it. */
export async function findRole(db: Sql | Tx, { accountId, userId }: { accountId: string; userId: string }): Promise<MemberRole | null> {
  const query = db.selectFrom('memberships').select('role').where('accountId', '=', accountId).where('userId', '=', userId);
  return (await query.executeTakeFirst())?.role ?? null;
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

/** Gives somebody who does not belong to the account a role in it. */
export async function insertRole(tx: Tx, role: { accountId: string; userId: string; role: MemberRole; createdAt: Date }): Promise<void> {
  await tx.insertInto('memberships').values(role).execute();
}
