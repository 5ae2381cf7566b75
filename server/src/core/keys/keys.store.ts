import type { KeyAccess, KeyKind } from '@boreal/contract/keys.ts';
import { sql } from 'kysely';
import type { Database, Sql, Tx } from '../../db/connect.ts';

/** The channel that carries the id of every key that stops working. */
export const KEYS_CHANGED = 'keys_changed';

/** What a door needs to know of a key that was presented. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly kind: KeyKind;
  readonly access: KeyAccess;
  readonly name: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

export interface NewKey extends KeyRecord {
  readonly prefix: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.insertInto('apiKeys').values(key).execute();
}

const FIND_BY_HASH = `
  select id, account_id as "accountId", kind, access, name, expires_at as "expiresAt", revoked_at as "revokedAt"
  from api_keys where hash = $1`;

/** Every authenticated request that finds no cached key comes through here. */
export async function findKeyByHash(pool: Database['pool'], hash: Buffer): Promise<KeyRecord | null> {
  const { rows } = await pool.query<KeyRecord>({ name: 'find-key-by-hash', text: FIND_BY_HASH, values: [hash] });
  return rows[0] ?? null;
}

/** Revokes a key that works and tells every process; null when the account has no such key. Again changes nothing. */
export async function markRevoked(tx: Tx, key: { accountId: string; id: string; now: Date }): Promise<{ revokedAt: Date } | null> {
  const row = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql<Date>`coalesce(revoked_at, ${key.now}::timestamptz)` })
    .where('id', '=', key.id)
    .where('accountId', '=', key.accountId)
    .returning(sql<Date>`revoked_at`.as('revokedAt'))
    .executeTakeFirst();
  if (!row) return null;
  await sql`select pg_notify(${KEYS_CHANGED}, ${key.id})`.execute(tx);
  return row;
}

/** Keys that still work, newest first, after the key named by `before`. */
export function selectWorkingKeys(
  db: Sql,
  input: { accountId: string; kind: KeyKind; now: Date; before: string | undefined; limit: number },
) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'name', 'prefix', 'access', 'lastUsedAt', 'createdAt', 'expiresAt'])
    .where('accountId', '=', input.accountId)
    .where('kind', '=', input.kind)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', input.now)
    .$if(input.before !== undefined, (query) => query.where('id', '<', input.before ?? ''))
    .orderBy('id', 'desc')
    .limit(input.limit)
    .execute();
}

/** Writes the last uses of many keys in one statement. A row somebody else is writing is left to the key's next use. */
export async function updateLastUsed(db: Sql, uses: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    with uses as (select * from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as u (id, at)),
         mine as (select id from api_keys where id in (select id from uses) for no key update skip locked)
    update api_keys k set last_used_at = greatest(k.last_used_at, uses.at)
    from uses join mine using (id)
    where k.id = uses.id
  `.execute(db);
}
