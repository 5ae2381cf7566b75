import { PROOF_PATIENCE, type Sql } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { dateOf, daysBefore } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import {
  claimProof,
  dropProofsBefore,
  findNewestProof,
  findProofUnderWay,
  holdProof,
  insertProofAsked,
  isProofAsked,
  isProofDue,
  releaseProof,
  saveProof,
  type KeptProof,
} from './ledger-proofs.store.ts';
import { verifyLedger, type LedgerCheck } from './verify-ledger.ts';

/** A day's proof is made from four in the morning, Toronto time, because it reads everything ever charged. */
const FROM_MS = 4 * HOUR_MS;
const KEPT_DAYS = 400;

/**
 * Proves the ledger once a day, and stores and logs the result. Safe with any number of workers: one does it, and if that one dies,
 * another. Returns whether this one did. To be called every hour: a proof that kills its worker, or its Postgres, must not immediately kill
 * the next.
 */
export async function proveLedger(ctx: Ctx): Promise<boolean> {
  const day = dayToProve(ctx);
  if (!(await isProofDue(ctx.db.sql, day))) return false;
  const patient = ctx.db.again(PROOF_PATIENCE);
  try {
    if (!(await holdProof(patient.sql, day))) return false;
    if (!(await claimProof(ctx.db.sql, { day, wall: ctx.clock.wall() }))) return false;
    await keepProof(ctx, await verify(ctx, { db: patient.sql, day }));
  } finally {
    await patient.close();
  }
  await dropProofsBefore(ctx.db.sql, daysBefore(day, KEPT_DAYS));
  return true;
}

async function verify(ctx: Ctx, { db, day }: { db: Sql; day: string }): Promise<readonly LedgerCheck[]> {
  try {
    return await verifyLedger(db);
  } catch (error) {
    // If the database is down, the claim ends with its connection.
    await releaseProof(ctx.db.sql, day).catch(() => undefined);
    throw error;
  }
}

/** Requests a proof now, even if the day has one: a worker begins it within moments. For operators; it moves no money. */
export async function askForProof(ctx: Ctx): Promise<void> {
  await insertProofAsked(ctx.db.sql, { day: dayToProve(ctx), wall: ctx.clock.wall() });
}

/** Makes the proof that an operator has requested. Returns whether this process did. */
export async function proveIfAsked(ctx: Ctx): Promise<boolean> {
  return (await isProofAsked(ctx.db.sql, dayToProve(ctx))) && proveLedger(ctx);
}

/** The newest proof, and since when another is being made or waits for a worker, in real time. */
export async function readProof(ctx: Ctx): Promise<{ proof: KeptProof | null; underWaySince: Date | null }> {
  const { sql } = ctx.db;
  return { proof: await findNewestProof(sql), underWaySince: await findProofUnderWay(sql, dayToProve(ctx)) };
}

/** Stores the result of a proof, including one that an operator requested: monitoring reports the newest. */
export async function keepProof(ctx: Ctx, checks: readonly LedgerCheck[]): Promise<void> {
  await saveProof(ctx.db.sql, { day: dayToProve(ctx), at: ctx.clock.now(), wall: ctx.clock.wall(), checks });
  const broken = checks.filter((check) => check.broken.length > 0);
  if (broken.length > 0) ctx.log.error({ broken }, 'the ledger is broken: run "ledger verify", and keep a copy of the database');
}

/** The day, `YYYY-MM-DD`, whose proof is made now. */
export function dayToProve({ clock }: Ctx): string {
  return dateOf(addMs(clock.now(), -FROM_MS));
}
