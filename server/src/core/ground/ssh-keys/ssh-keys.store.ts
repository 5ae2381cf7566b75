import type { Selectable } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { SshKeys } from '../../../db/rows.gen.ts';

export type SshKeyRow = Selectable<SshKeys>;

/** Locks the account against other changes to its list of keys, but nothing else. */
export async function lockKeysOf(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
}

export async function countSshKeys(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('sshKeys')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** False if the account already has a key with this fingerprint. */
export async function insertSshKey(tx: Tx, row: SshKeyRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('sshKeys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['accountId', 'fingerprint']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findOwnSshKey(db: Sql | Tx, input: { accountId: string; id: string }): Promise<SshKeyRow | null> {
  const row = db.selectFrom('sshKeys').selectAll().where('id', '=', input.id).where('accountId', '=', input.accountId);
  return firstOrNull(row);
}

/** The account's keys after an id, oldest first. */
export function selectSshKeys(db: Sql | Tx, input: { accountId: string; after: string; limit: number }): Promise<SshKeyRow[]> {
  return db
    .selectFrom('sshKeys')
    .selectAll()
    .where('accountId', '=', input.accountId)
    .where('id', '>', input.after)
    .orderBy('id')
    .limit(input.limit)
    .execute();
}

/** Returns its name; undefined if the account has no such key. */
export async function removeSshKey(tx: Tx, input: { accountId: string; id: string }): Promise<string | undefined> {
  const removed = tx.deleteFrom('sshKeys').where('id', '=', input.id).where('accountId', '=', input.accountId);
  return (await removed.returning('name').executeTakeFirst())?.name;
}
