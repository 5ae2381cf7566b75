import { sql, type RawBuilder } from 'kysely';
import type { Sql, Tx } from '../../../db/connect.ts';
import type { AddressFamily } from '../../../db/rows.gen.ts';

/** Addresses as text, without a mask. */
export interface Held {
  readonly family: AddressFamily;
  readonly ip: string;
}

/** Serializes requests for a server's addresses: two calls must not take two. */
export async function lockHolder(tx: Tx, serverId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`addresses:${serverId}`}, 0))`.execute(tx);
}

export async function selectHeld(db: Sql | Tx, serverId: string): Promise<Held[]> {
  return db
    .selectFrom('addresses')
    .select(['family', sql<string>`host(ip)`.as('ip')])
    .where('serverId', '=', serverId)
    .execute();
}

/** Whether a server could take its addresses along to any host: it has some, and none belongs to its host alone. */
export function keepingAddresses(serverId: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select bool_and(held.host_name is null) from addresses held where held.server_id = ${serverId}), false)`;
}

export async function keepsAddresses(db: Sql | Tx, serverId: string): Promise<boolean> {
  const { rows } = await sql<{ keeps: boolean }>`select ${keepingAddresses(sql`${serverId}`)} as keeps`.execute(db);
  return rows[0]?.keeps ?? false;
}

/** A host, by the engine's name for it. */
export interface HostOfEngine {
  readonly engine: string;
  readonly hostName: string;
}

/**
 * Takes the free address of a family that was released longest ago, preferring the host's own to those that any host of its engine can use,
 * and those to ones for any engine; null if none is free for this host.
 */
export async function takeAddress(
  tx: Tx,
  input: HostOfEngine & { serverId: string; family: AddressFamily; at: Date },
): Promise<string | null> {
  const { engine, hostName } = input;
  return (
    (await takeWhere(tx, input, sql`engine = ${engine} and host_name = ${hostName}`)) ??
    (await takeWhere(tx, input, sql`engine = ${engine} and host_name is null`)) ??
    takeWhere(tx, input, sql`engine is null`)
  );
}

async function takeWhere(
  tx: Tx,
  { serverId, family, at }: { serverId: string; family: AddressFamily; at: Date },
  where: RawBuilder<unknown>,
): Promise<string | null> {
  const { rows } = await sql<{ ip: string }>`
    update addresses set server_id = ${serverId}, taken_at = ${at}
    where ip = (
      select ip from addresses
      where family = ${family} and server_id is null and withdrawn_at is null and ${where}
      order by released_at nulls first, ip
      limit 1
      for update skip locked
    )
    returning host(ip) as ip
  `.execute(tx);
  return rows[0]?.ip ?? null;
}

/** Whether a machine on this host could have any address of a family. */
export async function hasFamily(db: Sql | Tx, input: HostOfEngine & { family: AddressFamily }): Promise<boolean> {
  const row = await db
    .selectFrom('addresses')
    .select('ip')
    .where('family', '=', input.family)
    .where('withdrawnAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('engine', 'is', null),
        eb.and([eb('engine', '=', input.engine), eb.or([eb('hostName', 'is', null), eb('hostName', '=', input.hostName)])]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Releases a server's addresses; with `notOn`, only those that belong to another host. */
export async function releaseAddresses(db: Sql | Tx, input: { serverId: string; notOn?: string; at: Date }): Promise<void> {
  const { serverId, notOn, at } = input;
  const held =
    notOn === undefined ? sql<boolean>`server_id = ${serverId}` : sql<boolean>`server_id = ${serverId} and host_name <> ${notOn}`;
  await releaseHeld(db, { held, at });
}

/** Releases the addresses for which `held` is true; also deletes those that were withdrawn, even at the same moment. */
export async function releaseHeld(db: Sql | Tx, { held, at }: { held: RawBuilder<boolean>; at: Date }): Promise<void> {
  const released = await db
    .updateTable('addresses')
    .set({ serverId: null, takenAt: null, releasedAt: at })
    .where(held)
    .returning(['ip', 'withdrawnAt'])
    .execute();
  const gone = released.flatMap(({ ip, withdrawnAt }) => (withdrawnAt === null ? [] : [ip]));
  if (gone.length > 0) await db.deleteFrom('addresses').where('ip', 'in', gone).where('serverId', 'is', null).execute();
}

/** Adds addresses; existing ones stay as they are, withdrawn ones come back. Returns how many are new. */
export async function insertAddresses(
  tx: Tx,
  input: { ips: readonly string[]; family: AddressFamily; engine: string | null; hostName: string | null; at: Date },
): Promise<number> {
  const { rows } = await sql<{ added: bigint }>`
    with added as (
      insert into addresses (ip, family, engine, host_name, created_at)
      select ip::inet, ${input.family}, ${input.engine}, ${input.hostName}, ${input.at} from unnest(${[...input.ips]}::text[]) as given (ip)
      on conflict (ip) do update set withdrawn_at = null where addresses.withdrawn_at is not null
      returning ip
    )
    select count(*) as added from added
  `.execute(tx);
  return Number(rows[0]?.added ?? 0);
}

/** The other engines whose networks already contain addresses of a range; null: any engine. */
export async function otherEnginesWith(tx: Tx, input: { ips: readonly string[]; engine: string | null }): Promise<(string | null)[]> {
  const { rows } = await sql<{ engine: string | null }>`
    select distinct engine from addresses
    where ip = any(${[...input.ips]}::inet[]) and engine is distinct from ${input.engine} order by engine
  `.execute(tx);
  return rows.map(({ engine }) => engine);
}

/**
 * Withdraws the addresses of a range, and deletes those that are free. Returns how many were deleted, and which servers hold the rest.
 * Withdraws all first, or each step could miss addresses taken or released at the same moment.
 */
export async function withdrawAddresses(
  tx: Tx,
  { first, last, at }: { first: string; last: string; at: Date },
): Promise<{ removed: number; heldBy: string[] }> {
  const within = sql<boolean>`ip between ${first}::inet and ${last}::inet`;
  const all = await tx
    .updateTable('addresses')
    .set((eb) => ({ withdrawnAt: eb.fn.coalesce('withdrawnAt', eb.val(at)) }))
    .where(within)
    .returning('serverId')
    .execute();
  const { numDeletedRows } = await tx.deleteFrom('addresses').where(within).where('serverId', 'is', null).executeTakeFirst();
  const heldBy = new Set(all.flatMap(({ serverId }) => serverId ?? []));
  return { removed: Number(numDeletedRows), heldBy: [...heldBy].toSorted() };
}

export interface AddressCount {
  /** Null: any engine that takes its addresses from us. */
  readonly engine: string | null;
  readonly family: AddressFamily;
  readonly hostName: string | null;
  readonly first: string;
  readonly last: string;
  readonly free: number;
  readonly held: number;
  /** Of those held: withdrawn, and deleted once their servers release them. */
  readonly withdrawn: number;
}

/** How many addresses there are, by engine, family and host. */
export async function countAddresses(db: Sql): Promise<AddressCount[]> {
  const { rows } = await sql<Omit<AddressCount, 'free' | 'held' | 'withdrawn'> & { free: bigint; held: bigint; withdrawn: bigint }>`
    select engine, family, host_name, host(min(ip)) as first, host(max(ip)) as last,
      count(*) filter (where server_id is null) as free, count(*) filter (where server_id is not null) as held,
      count(withdrawn_at) as withdrawn
    from addresses group by engine, family, host_name order by engine nulls first, family, host_name nulls first
  `.execute(db);
  return rows.map((row) => ({ ...row, free: Number(row.free), held: Number(row.held), withdrawn: Number(row.withdrawn) }));
}
