import type { MemberRole } from '@boreal/contract/people/members.ts';
import type { Sql, Tx } from '../../../db/connect.ts';

interface MemberId {
  readonly accountId: string;
  readonly userId: string;
}

/** Keeps others from changing who belongs to an account, but locks nothing else. */
export async function lockMembers(tx: Tx, accountId: string): Promise<{ name: string; createdAt: Date } | null> {
  return (
    (await tx.selectFrom('accounts').select(['name', 'createdAt']).where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst()) ?? null
  );
}

/** Whether the account has ever had a successful payment. */
export async function hasPaid(tx: Tx, accountId: string): Promise<boolean> {
  const paid = tx.selectFrom('payments').select('id').where('accountId', '=', accountId).where('status', '=', 'succeeded').limit(1);
  return (await paid.executeTakeFirst()) !== undefined;
}

/** The members of an account, in the order in which they joined. */
export function selectMembers(db: Sql | Tx, accountId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id as userId', 'users.name', 'users.email', 'memberships.role', 'memberships.createdAt as joinedAt'])
    .where('memberships.accountId', '=', accountId)
    .orderBy('memberships.createdAt')
    .orderBy('users.id')
    .execute();
}

/** Those of the other accounts in which somebody has one of these roles, as they also do in this one. */
export async function selectSharing(
  tx: Tx,
  of: { accountId: string; others: readonly string[]; roles: readonly MemberRole[] },
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('memberships as here')
    .innerJoin('memberships as there', 'there.userId', 'here.userId')
    .select('there.accountId')
    .distinct()
    .where('here.accountId', '=', of.accountId)
    .where('here.role', 'in', of.roles)
    .where('there.accountId', 'in', of.others)
    .where('there.role', 'in', of.roles)
    .execute();
  return rows.map(({ accountId }) => accountId);
}

export async function countOwners(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('accountId', '=', accountId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Makes somebody a member; an existing member keeps their role. */
export async function addMember(tx: Tx, member: MemberId & { role: MemberRole; createdAt: Date }): Promise<void> {
  await tx
    .insertInto('memberships')
    .values(member)
    .onConflict((conflict) => conflict.columns(['accountId', 'userId']).doNothing())
    .execute();
}

export async function setRole(tx: Tx, { accountId, userId, role }: MemberId & { role: MemberRole }): Promise<void> {
  await tx.updateTable('memberships').set({ role }).where('accountId', '=', accountId).where('userId', '=', userId).execute();
}

export async function deleteMember(tx: Tx, { accountId, userId }: MemberId): Promise<void> {
  await tx.deleteFrom('memberships').where('accountId', '=', accountId).where('userId', '=', userId).execute();
}
