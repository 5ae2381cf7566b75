import type { OperatorRole } from '@boreal/contract/operator/role.ts';
import type { Sql, Tx } from '../../../db/connect.ts';
import { operatorRoleOf } from '../people/operator-role.rules.ts';

/** An operator; `secondFactor`: what they have besides the password. */
export interface OperatorRow {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly twoFactorEnabled: boolean;
  readonly passkeys: number;
  /** When they last did something as an operator, in a session that is still live. */
  readonly operatedAt: Date | null;
}

const LISTED_MAX = 1000;

/** All operators, in the order in which they became one. */
export async function selectOperators(db: Sql | Tx): Promise<OperatorRow[]> {
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'users.id as userId',
      'users.name',
      'users.email',
      'users.role',
      'users.operatorRole',
      'users.twoFactorEnabled',
      eb
        .selectFrom('passkeys')
        .whereRef('passkeys.userId', '=', 'users.id')
        .select((inner) => inner.fn.countAll<string>().as('count'))
        .as('passkeys'),
      eb
        .selectFrom('sessions')
        .whereRef('sessions.userId', '=', 'users.id')
        .select((inner) => inner.fn.max('sessions.operatedAt').as('last'))
        .as('operatedAt'),
    ])
    .where('users.role', '=', 'operator')
    .orderBy('users.id')
    .limit(LISTED_MAX)
    .execute();
  return rows.flatMap(({ role, operatorRole, passkeys, ...row }) => {
    const operates = operatorRoleOf({ role, operatorRole });
    return operates === null ? [] : [{ ...row, role: operates, passkeys: Number(passkeys ?? 0) }];
  });
}

/** The current role of a person; null for customers and for unknown ids. */
export async function findOperatorRole(db: Sql | Tx, userId: string): Promise<OperatorRole | null> {
  const row = await db.selectFrom('users').select(['role', 'operatorRole']).where('id', '=', userId).executeTakeFirst();
  return row ? operatorRoleOf(row) : null;
}

/** Locks all operators until the transaction ends, always in the same order, so that two changes see each other. */
export async function lockOperators(tx: Tx): Promise<void> {
  await tx.selectFrom('users').select('id').where('role', '=', 'operator').orderBy('id').forUpdate().execute();
}

/** How many operators are owners. The operators are locked. */
export async function countHouseOwners(tx: Tx): Promise<number> {
  const rows = await tx.selectFrom('users').select(['role', 'operatorRole']).where('role', '=', 'operator').execute();
  return rows.filter((row) => operatorRoleOf(row) === 'owner').length;
}

/** Null: the person is a customer from now on. */
export async function saveOperatorRole(tx: Tx, input: { userId: string; role: OperatorRole | null; at: Date }): Promise<void> {
  const { userId, role, at } = input;
  await tx
    .updateTable('users')
    .set({ role: role === null ? 'customer' : 'operator', operatorRole: role, updatedAt: at })
    .where('id', '=', userId)
    .execute();
}
