import { agentPermissions, type AgentPermission } from '@boreal/contract/agents/agents.ts';
import type { KeyAccess, KeyKind } from '@boreal/contract/people/keys.ts';
import { sql } from 'kysely';
import type { Database, Sql, Tx } from '../../../db/connect.ts';
import { notify } from '../../../db/notifications.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { MakerRole } from '../roles/roles.store.ts';
import { containing } from '../search.rules.ts';

const EXPIRING_AT_ONCE = 500;

/** What a door needs to know about a presented key. */
export interface KeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly kind: KeyKind;
  readonly access: KeyAccess;
  readonly name: string;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  /** The maker's current role in the account; `house`: an operator made it. Null: its maker has left. */
  readonly makerRole: MakerRole;
  /** What an MCP key may do; null for a REST key. */
  readonly may: { readonly launch: boolean; readonly delete: boolean; readonly charge: boolean } | null;
}

export interface NewKey extends Omit<KeyRecord, 'may' | 'makerRole'> {
  readonly makerId: string | null;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly createdAt: Date;
}

export async function insertKey(tx: Tx, key: NewKey): Promise<void> {
  await tx.insertInto('apiKeys').values(key).execute();
}

const FIND_BY_HASH = `
  select k.id, k.account_id as "accountId", k.kind, k.access, k.name, k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
    case when a.key_id is not null then json_build_object('launch', a.may_launch, 'delete', a.may_delete, 'charge', a.may_charge) end as may,
    case when k.maker_id is null then 'house' else m.role::text end as "makerRole"
  from api_keys k left join agent_keys a on a.key_id = k.id
  left join memberships m on m.account_id = k.account_id and m.user_id = k.maker_id
  where k.hash = $1`;

/** Every authenticated request without a cached key ends up here. */
export async function findKeyByHash(pool: Database['pool'], hash: Buffer): Promise<KeyRecord | null> {
  const { rows } = await pool.query<KeyRecord>({ name: 'find-key-by-hash', text: FIND_BY_HASH, values: [hash] });
  return rows[0] ?? null;
}

type SharedKey = Pick<KeyRecord, 'access' | 'expiresAt' | 'revokedAt' | 'makerRole'>;

/** Locks a key in shared mode until the transaction ends: nobody revokes or changes it meanwhile. */
export async function shareKey(tx: Tx, id: string): Promise<SharedKey | null> {
  const { rows } = await sql<SharedKey>`
    select k.access, k.expires_at, k.revoked_at, case when k.maker_id is null then 'house' else m.role::text end as maker_role
    from api_keys k left join memberships m on m.account_id = k.account_id and m.user_id = k.maker_id
    where k.id = ${id} for share of k
  `.execute(tx);
  return rows[0] ?? null;
}

/** Waits for everybody who shares the key, and keeps it from being shared until the transaction ends. */
export function lockKey(tx: Tx, id: string): Promise<{ name: string } | null> {
  return firstOrNull(tx.selectFrom('apiKeys').select('name').where('id', '=', id).forNoKeyUpdate());
}

/** Revokes a valid key and notifies every process; null if the account has no such key. Idempotent. */
export async function markRevoked(tx: Tx, key: { accountId: string; id: string; now: Date }): Promise<{ revokedAt: Date } | null> {
  const row = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql<Date>`coalesce(revoked_at, ${key.now}::timestamptz)` })
    .where('id', '=', key.id)
    .where('accountId', '=', key.accountId)
    .returning(sql<Date>`revoked_at`.as('revokedAt'))
    .executeTakeFirst();
  if (!row) return null;
  await tellKeyChanged(tx, key.id);
  return row;
}

/** A member's keys that are not revoked, with the permissions of agents' keys, under a lock that excludes sharing. */
export async function lockKeysOfMaker(
  tx: Tx,
  input: { accountId: string; userId: string },
): Promise<{ id: string; permissions: AgentPermission[] }[]> {
  const keys = await tx
    .selectFrom('apiKeys')
    .leftJoin('agentKeys', 'agentKeys.keyId', 'apiKeys.id')
    .select(['apiKeys.id', 'mayLaunch', 'mayDelete', 'mayCharge'])
    .where('apiKeys.accountId', '=', input.accountId)
    .where('makerId', '=', input.userId)
    .where('revokedAt', 'is', null)
    .orderBy('apiKeys.id')
    .forNoKeyUpdate('apiKeys')
    .execute();
  return keys.map(({ id, mayLaunch, mayDelete, mayCharge }) => {
    const may = { launch: mayLaunch, delete: mayDelete, charge: mayCharge };
    return { id, permissions: agentPermissions.filter((permission) => may[permission] === true) };
  });
}

/** How many valid keys each member has made. */
export async function countKeysByMaker(db: Sql | Tx, input: { accountId: string; now: Date }): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('apiKeys')
    .select((eb) => ['makerId', eb.fn.countAll<bigint>().as('count')])
    .where('accountId', '=', input.accountId)
    .where('makerId', 'is not', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', input.now)
    .groupBy('makerId')
    .execute();
  return new Map(rows.map(({ makerId, count }) => [makerId ?? '', Number(count)]));
}

/** Changes the maker of a key from now on; null: the operator. */
export async function setMaker(tx: Tx, key: { id: string; makerId: string | null }): Promise<void> {
  await tx.updateTable('apiKeys').set({ makerId: key.makerId }).where('id', '=', key.id).execute();
  await tellKeyChanged(tx, key.id);
}

/** Makes every process drop its cached copy of a key, with the commit. */
export async function tellKeyChanged(tx: Tx, keyId: string): Promise<void> {
  await notify(tx, 'keys_changed', keyId);
}

/**
 * Valid keys, newest first, after the key named by `before`; optionally only those whose name, visible prefix or maker's name contains the
 * text, or whose id it is.
 */
export function selectWorkingKeys(
  db: Sql,
  input: { accountId: string; kind: KeyKind; search?: string | undefined; now: Date; before: string | undefined; limit: number },
) {
  const { search } = input;
  let query = db
    .selectFrom('apiKeys')
    .leftJoin('users', 'users.id', 'apiKeys.makerId')
    .select([
      'apiKeys.id',
      'apiKeys.name',
      'prefix',
      'access',
      'lastUsedAt',
      'apiKeys.createdAt',
      'expiresAt',
      'makerId',
      'users.name as makerName',
    ])
    .where('accountId', '=', input.accountId)
    .where('kind', '=', input.kind)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', input.now)
    .orderBy('apiKeys.id', 'desc')
    .limit(input.limit);
  if (input.before !== undefined) query = query.where('apiKeys.id', '<', input.before);
  if (search !== undefined) {
    const like = containing(search);
    query = query.where((eb) =>
      eb.or([
        eb('apiKeys.id', '=', search),
        eb('apiKeys.name', 'ilike', like),
        eb('prefix', 'ilike', like),
        eb('users.name', 'ilike', like),
      ]),
    );
  }
  return query.execute();
}

/** Valid keys that expire in a span of time and whose account has not been told under this prefix and their id; by id, in batches. */
export function selectExpiringKeys(db: Sql, input: { noticeKeyPrefix: string; after: string; from: Date; to: Date }) {
  return db
    .selectFrom('apiKeys')
    .select(['id', 'accountId', 'name', 'prefix', 'expiresAt'])
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', input.from)
    .where('expiresAt', '<=', input.to)
    .where('id', '>', input.after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notices')
            .select('notices.id')
            .where('notices.key', '=', sql<string>`${input.noticeKeyPrefix} || api_keys.id`),
        ),
      ),
    )
    .orderBy('id')
    .limit(EXPIRING_AT_ONCE)
    .execute();
}

/** Writes the last uses of many keys in one statement. Skips a row that somebody else is writing until the key's next use. */
export async function updateLastUsed(db: Sql, uses: ReadonlyMap<string, Date>): Promise<void> {
  await sql`
    with uses as (select * from unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::timestamptz[]) as u (id, at)),
         mine as (select id from api_keys where id in (select id from uses) for no key update skip locked)
    update api_keys k set last_used_at = greatest(k.last_used_at, uses.at)
    from uses join mine using (id)
    where k.id = uses.id
  `.execute(db);
}

/** A key's name; null if there never was one with this id. */
export async function findKeyName(db: Sql, id: string): Promise<string | null> {
  return (await firstOrNull(db.selectFrom('apiKeys').select('name').where('id', '=', id)))?.name ?? null;
}

/** The most a key may do; null if there never was one with this id. */
export async function findKeyAccess(db: Sql, id: string): Promise<KeyAccess | null> {
  return (await firstOrNull(db.selectFrom('apiKeys').select('access').where('id', '=', id)))?.access ?? null;
}
