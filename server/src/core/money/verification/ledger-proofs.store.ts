import { sql } from 'kysely';
import { z } from 'zod';
import type { Sql } from '../../../db/connect.ts';
import type { LedgerCheck } from './verify-ledger.ts';

/** Real time: a process that claimed a proof before `abandonedBefore` is gone. */
interface Claim {
  readonly day: string;
  readonly wall: Date;
  readonly abandonedBefore: Date;
}

/** Claims the proof of a day (`YYYY-MM-DD`) unless it is done and no other was requested, or a process is working on it. */
export async function claimProof(db: Sql, { day, wall, abandonedBefore }: Claim): Promise<boolean> {
  const { rows } = await sql`
    insert into ledger_proofs (day, claimed_at) values (${day}::date, ${wall})
    on conflict (day) do update set claimed_at = excluded.claimed_at
      where (ledger_proofs.proven_at is null or ledger_proofs.asked_at is not null)
        and ledger_proofs.claimed_at < greatest(${abandonedBefore}::timestamptz, ledger_proofs.asked_at)
    returning day
  `.execute(db);
  return rows.length > 0;
}

/** Requests a proof of the day, even if it has one; no effect while a process is working on it. */
export async function insertProofAsked(db: Sql, { day, wall, abandonedBefore }: Claim): Promise<void> {
  await sql`
    insert into ledger_proofs (day, claimed_at, asked_at) values (${day}::date, to_timestamp(0), ${wall})
    on conflict (day) do update set asked_at = excluded.asked_at
      where greatest(ledger_proofs.claimed_at, ledger_proofs.asked_at) < ${abandonedBefore}
        or (ledger_proofs.proven_at is not null and ledger_proofs.asked_at is null)
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

/** Since when, in real time, the day's proof is being made or waits for a worker; null if neither. */
export async function findProofUnderWay(db: Sql, { day, abandonedBefore }: Omit<Claim, 'wall'>): Promise<Date | null> {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(asked_at, claimed_at) as since from ledger_proofs
    where day = ${day}::date and (proven_at is null or asked_at is not null) and greatest(claimed_at, asked_at) >= ${abandonedBefore}
  `.execute(db);
  return rows[0]?.since ?? null;
}

/** Deletes the proofs of days before this one. */
export async function dropProofsBefore(db: Sql, day: string): Promise<void> {
  await sql`delete from ledger_proofs where day < ${day}::date`.execute(db);
}
