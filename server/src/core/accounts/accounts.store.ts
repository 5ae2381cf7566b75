import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../db/connect.ts';
import type { Accounts } from '../../db/rows.gen.ts';

export type AccountRow = Selectable<Accounts>;

export async function findAccount(db: Sql | Tx, id: string): Promise<AccountRow | null> {
  return (await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** An account with its credit and how many servers it has that are not deleted. */
export interface AccountWithCredit extends AccountRow {
  readonly balanceMicros: bigint;
  readonly serverCount: bigint;
}

/** Accounts after an id, the oldest first. */
export async function selectAccounts(db: Sql, input: { after: string; limit: number }): Promise<AccountWithCredit[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.id', 'accounts.id')
    .select((eb) => [
      'accounts.id',
      'accounts.name',
      'accounts.createdAt',
      'ledgerAccounts.balanceMicros',
      eb
        .selectFrom('servers')
        .whereRef('servers.accountId', '=', 'accounts.id')
        .where('servers.status', '<>', 'DELETED')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .as('serverCount'),
    ])
    .where('accounts.id', '>', input.after)
    .orderBy('accounts.id')
    .limit(input.limit)
    .execute();
  return rows.map((row) => ({ ...row, balanceMicros: row.balanceMicros ?? 0n, serverCount: row.serverCount ?? 0n }));
}

/** Whose an API key is, and since when it has been revoked; null when there is no such key. */
export async function findKeyOwner(db: Sql, keyId: string): Promise<{ accountId: string; name: string; revokedAt: Date | null } | null> {
  return (await db.selectFrom('apiKeys').select(['accountId', 'name', 'revokedAt']).where('id', '=', keyId).executeTakeFirst()) ?? null;
}
