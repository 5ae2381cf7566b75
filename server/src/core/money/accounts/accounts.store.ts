import type { AccountStanding } from '@boreal/contract/operator/operator.ts';
import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Accounts } from '../../../db/rows.gen.ts';
import { containing } from '../../ground/search.rules.ts';

export type AccountRow = Selectable<Accounts>;

export function findAccount(db: Sql | Tx, id: string): Promise<AccountRow | null> {
  return firstOrNull(db.selectFrom('accounts').selectAll().where('id', '=', id));
}

/** An account with its credit and its number of servers, without deleted ones. */
export interface AccountWithCredit extends Pick<AccountRow, 'id' | 'name' | 'createdAt'> {
  readonly balanceMicros: bigint;
  readonly serverCount: bigint;
  readonly suspendedAt: Date | null;
  readonly closedAt: Date | null;
}

/** Accounts after an id, oldest first; optionally only those of a standing, or whose id, name or a member's address contains the text. */
export async function selectAccounts(
  db: Sql,
  input: { after: string; limit: number; standing?: AccountStanding | undefined; search?: string | undefined },
): Promise<AccountWithCredit[]> {
  let query = db
    .selectFrom('accounts')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'accounts.id')
    .select((eb) => [
      'accounts.id',
      'accounts.name',
      'accounts.createdAt',
      'ledgerAccounts.balanceMicros',
      'ledgerAccounts.suspendedAt',
      'ledgerAccounts.closedAt',
      eb
        .selectFrom('servers')
        .whereRef('servers.accountId', '=', 'accounts.id')
        .where('servers.status', '<>', 'DELETED')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .as('serverCount'),
    ])
    .where('accounts.id', '>', input.after)
    .orderBy('accounts.id')
    .limit(input.limit);
  const { standing } = input;
  if (standing !== undefined) {
    query = query.where('ledgerAccounts.closedAt', standing === 'closed' ? 'is not' : 'is', null);
    if (standing !== 'closed') query = query.where('ledgerAccounts.suspendedAt', standing === 'suspended' ? 'is not' : 'is', null);
  }
  if (input.search !== undefined) {
    const like = containing(input.search);
    query = query.where((eb) =>
      eb.or([
        eb('accounts.id', '=', input.search ?? ''),
        eb('accounts.name', 'ilike', like),
        eb('accounts.company', 'ilike', like),
        eb.exists(
          eb
            .selectFrom('memberships')
            .innerJoin('users', 'users.id', 'memberships.userId')
            .select('users.id')
            .whereRef('memberships.accountId', '=', 'accounts.id')
            .where('users.email', 'ilike', like),
        ),
      ]),
    );
  }
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, balanceMicros: row.balanceMicros ?? 0n, serverCount: row.serverCount ?? 0n }));
}

/** The account of an API key, and when it was revoked; null if there is no such key. */
export function findKeyOwner(db: Sql, keyId: string): Promise<{ accountId: string; name: string; revokedAt: Date | null } | null> {
  return firstOrNull(db.selectFrom('apiKeys').select(['accountId', 'name', 'revokedAt']).where('id', '=', keyId));
}

export async function insertAccount(tx: Tx, row: { id: string; name: string; createdAt: Date }): Promise<void> {
  await tx.insertInto('accounts').values(row).execute();
}
