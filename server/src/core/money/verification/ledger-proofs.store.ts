import { sql } from 'kysely';
import type { Sql } from '../../../db/connect.ts';
import type { LedgerCheck } from './verify-ledger.ts';

/** Takes the proof of a day (`YYYY-MM-DD`) unless it is done or somebody is at it. */
export async function claimProof(db: Sql, input: { day: string; wall: Date; abandonedBefore: Date }): Promise<boolean> {
  const { rows } = await sql`
    insert into ledger_proofs (day, claimed_at) values (${input.day}::date, ${input.wall})
    on conflict (day) do update set claimed_at = excluded.claimed_at
      where ledger_proofs.proven_at is null and ledger_proofs.claimed_at < ${input.abandonedBefore}
    returning day
  `.execute(db);
  return rows.length > 0;
}

/** Gives the proof of a day back that came to nothing, so that it is tried again. */
export async function releaseProof(db: Sql, day: string): Promise<void> {
  await sql`delete from ledger_proofs where day = ${day}::date and proven_at is null`.execute(db);
}

/** Keeps what a proof found; the newest of a day counts. */
export async function saveProof(db: Sql, input: { day: string; at: Date; wall: Date; checks: readonly LedgerCheck[] }): Promise<void> {
  const { day, at, wall, checks } = input;
  const checked = checks.reduce((sum, check) => sum + check.checked, 0);
  const broken = JSON.stringify(
    checks.filter((check) => check.broken.length > 0).map((check) => ({ name: check.name, rows: check.broken })),
  );
  await sql`
    insert into ledger_proofs (day, claimed_at, proven_at, checked, broken)
    values (${day}::date, ${wall}, ${at}, ${checked}, ${broken}::jsonb)
    on conflict (day) do update set proven_at = excluded.proven_at, checked = excluded.checked, broken = excluded.broken
  `.execute(db);
}

/** The newest proof that is done: when, and how many checks did not hold. */
export async function newestProof(db: Sql): Promise<{ provenAt: Date; broken: number } | null> {
  const { rows } = await sql<{ provenAt: Date; broken: number }>`
    select proven_at, jsonb_array_length(broken)::int as broken from ledger_proofs
    where proven_at is not null order by day desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Proofs of days before this one are dropped. */
export async function dropProofsBefore(db: Sql, day: string): Promise<void> {
  await sql`delete from ledger_proofs where day < ${day}::date`.execute(db);
}
