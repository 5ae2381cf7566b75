import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { dateOf, daysBefore } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { claimProof, dropProofsBefore, releaseProof, saveProof } from './ledger-proofs.store.ts';
import { verifyLedger, type LedgerCheck } from './verify-ledger.ts';

/** A day's proof is made from four in the morning, Toronto: it reads all that was ever charged. */
const FROM_MS = 4 * HOUR_MS;
/** Longer than any proof takes: whoever began one before that is gone. */
const ABANDONED_MS = 6 * HOUR_MS;
const KEPT_DAYS = 400;

/**
 * Proves the ledger once a day, and keeps and logs what it found. Safe in any number of workers: one makes it. Returns whether this
 * one did.
 */
export async function proveLedger(ctx: Ctx): Promise<boolean> {
  const day = dayToProve(ctx);
  const wall = ctx.clock.wall();
  if (!(await claimProof(ctx.db.sql, { day, wall, abandonedBefore: addMs(wall, -ABANDONED_MS) }))) return false;
  let checks: readonly LedgerCheck[];
  try {
    checks = await verifyLedger(ctx.db.sql);
  } catch (error) {
    // Where the database is away, the claim ends by itself.
    await releaseProof(ctx.db.sql, day).catch(() => undefined);
    throw error;
  }
  await keepProof(ctx, checks);
  await dropProofsBefore(ctx.db.sql, daysBefore(day, KEPT_DAYS));
  return true;
}

/** Keeps what a proof found, also one that an operator asked for: monitoring tells of the newest. */
export async function keepProof(ctx: Ctx, checks: readonly LedgerCheck[]): Promise<void> {
  await saveProof(ctx.db.sql, { day: dayToProve(ctx), at: ctx.clock.now(), wall: ctx.clock.wall(), checks });
  const broken = checks.filter((check) => check.broken.length > 0);
  if (broken.length > 0) ctx.log.error({ broken }, 'the ledger is broken: run "ledger verify", and keep a copy of the database');
}

function dayToProve({ clock }: Ctx): string {
  return dateOf(addMs(clock.now(), -FROM_MS));
}
