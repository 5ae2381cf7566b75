import { sql } from 'kysely';
import { z } from 'zod';
import type { Sql } from '../../../db/connect.ts';
import type { LedgerCheck } from './verify-ledger.ts';

/** How often Postgres checks, during a long statement of a proof, whether its client is still connected. */
const CHECKED_EVERY = '5s';

const keyOf = (day: string) => sql<bigint>`hashtextextended(${`ledger proof ${day}`}, 0)`;

/** Whether any connection to this database holds the proof of a day. */
const isHeld = (day: string) => sql<boolean>`exists (
  select from pg_locks lock, ${keyOf(day)} as of(key)
  where lock.locktype = 'advisory' and lock.objsubid = 1 and lock.granted
    and lock.database = (select oid from pg_database where datname = current_database())
    and lock.classid::bigint = ((of.key >> 32) & 4294967295) and lock.objid::bigint = (of.key & 4294967295)
)`;

/**
 * Holds the proof of a day as long as this connection lives, unless another holds it: a process that is killed releases it, even in the
 * middle of a statement that takes hours.
 */
export async function holdProof(connection: Sql, day: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${keyOf(day)}) as held`.execute(connection);
  if (rows[0]?.held !== true) return false;
  const watched = sql`select set_config('client_connection_check_interval', ${CHECKED_EVERY}, false)`.execute(connection);
  // Outside Linux, a Postgres before 16 cannot check: it only notices when the statement ends that its client is gone.
  await watched.catch(() => undefined);
  return true;
}

/** Whether a day has no proof, or another was requested. */
export async function isProofDue(db: Sql, day: string): Promise<boolean> {
  const { rows } = await sql`select from ledger_proofs where day = ${day}::date and proven_at is not null and asked_at is null`.execute(db);
  return rows.length === 0;
}

/** Claims the proof of a day (`YYYY-MM-DD`), which the caller holds, unless it is done and no other was requested. */
export async function claimProof(db: Sql, { day, wall }: { day: string; wall: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into ledger_proofs (day, claimed_at) values (${day}::date, ${wall})
    on conflict (day) do update set claimed_at = excluded.claimed_at
      where ledger_proofs.proven_at is null or ledger_proofs.asked_at is not null
    returning day
  `.execute(db);
  return rows.length > 0;
}

/** Requests a proof of the day, even if it has one; no effect while one waits for a worker or is being made. */
export async function insertProofAsked(db: Sql, { day, wall }: { day: string; wall: Date }): Promise<void> {
  await sql`
    insert into ledger_proofs (day, claimed_at, asked_at) values (${day}::date, to_timestamp(0), ${wall})
    on conflict (day) do update set asked_at = excluded.asked_at
      where (ledger_proofs.proven_at is not null and ledger_proofs.asked_at is null)
        or (coalesce(ledger_proofs.asked_at, '-infinity') <= ledger_proofs.claimed_at and not ${isHeld(day)})
  `.execute(db);
}

/** Whether a proof was requested that no process has begun. */
export async function isProofAsked(db: Sql, day: string): Promise<boolean> {
  const { rows } = await sql`select from ledger_proofs where day = ${day}::date and asked_at > claimed_at`.execute(db);
  return rows.length > 0;
}

/** Releases the claim on a proof that failed: it is tried again, unless the day already has one. */
export async function releaseProof(db: Sql, day: string): Promise<void> {
  await sql`update ledger_proofs set asked_at = null where day = ${day}::date and proven_at is not null`.execute(db);
  await sql`delete from ledger_proofs where day = ${day}::date and proven_at is null`.execute(db);
}

/** Stores the result of a proof; the newest of a day counts. */
export async function saveProof(db: Sql, input: { day: string; at: Date; wall: Date; checks: readonly LedgerCheck[] }): Promise<void> {
  const { day, at, wall, checks } = input;
  const checked = checks.reduce((sum, check) => sum + check.checked, 0);
  const broken = JSON.stringify(
    checks.filter((check) => check.broken.length > 0).map((check) => ({ name: check.name, rows: check.broken })),
  );
  await sql`
    insert into ledger_proofs (day, claimed_at, proven_at, checked, broken, checks)
    values (${day}::date, ${wall}, ${at}, ${checked}, ${broken}::jsonb, ${JSON.stringify(checks)}::jsonb)
    on conflict (day) do update
      set proven_at = excluded.proven_at, checked = excluded.checked, broken = excluded.broken, checks = excluded.checks, asked_at = null
  `.execute(db);
}

/** The newest finished proof: when, and how many checks failed. */
export async function newestProof(db: Sql): Promise<{ provenAt: Date; broken: number } | null> {
  const { rows } = await sql<{ provenAt: Date; broken: number }>`
    select proven_at, jsonb_array_length(broken)::int as broken from ledger_proofs
    where proven_at is not null order by day desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

const StoredCheck = z.object({ name: z.string(), checked: z.int(), broken: z.array(z.string()) });
const StoredBroken = z.object({ name: z.string(), rows: z.array(z.string()) });

/** A stored proof. A newer version may have made it, so the name of a check may be unknown to this one. */
export interface KeptProof {
  readonly provenAt: Date;
  readonly checked: number;
  /** All checks; for a proof stored by an earlier version, only those that failed. */
  readonly checks: readonly z.infer<typeof StoredCheck>[];
}

/** The newest finished proof. */
export async function findNewestProof(db: Sql): Promise<KeptProof | null> {
  const row = await db
    .selectFrom('ledgerProofs')
    .select(['provenAt', 'checked', 'broken', 'checks'])
    .where('provenAt', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row?.provenAt == null) return null;
  const broken = () =>
    z
      .array(StoredBroken)
      .parse(row.broken)
      .map(({ name, rows }) => ({ name, checked: 0, broken: rows }));
  const checks = row.checks === null ? broken() : z.array(StoredCheck).parse(row.checks);
  return { provenAt: row.provenAt, checked: Number(row.checked), checks };
}

/**
 * Since when, in real time, the day's proof is being made or waits for a worker; null if neither, or if the process that made it is gone.
 */
export async function findProofUnderWay(db: Sql, day: string): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(asked_at, claimed_at) as since from ledger_proofs
    where day = ${day}::date and (proven_at is null or asked_at is not null) and (asked_at > claimed_at or ${isHeld(day)})
  `.execute(db);
  return rows[0]?.since ?? null;
}

/** Deletes the proofs of days before this one. */
export async function dropProofsBefore(db: Sql, day: string): Promise<void> {
  await sql`delete from ledger_proofs where day < ${day}::date`.execute(db);
}
