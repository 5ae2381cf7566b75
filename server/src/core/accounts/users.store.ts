import type { Sql, Tx } from '../../db/connect.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'customer' | 'operator';
  /** Null for operators, who have no account. */
  readonly accountId: string | null;
}

/** People whose e-mail address is of a domain, the oldest first. */
export async function listPeopleOf(db: Sql | Tx, domain: string): Promise<readonly Person[]> {
  return db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.userId', 'users.id')
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'memberships.accountId'])
    .where('users.email', 'like', `%@${domain}`)
    .orderBy('users.id')
    .execute();
}
