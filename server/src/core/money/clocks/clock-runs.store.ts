import type { Sql, Tx } from '../../../db/connect.ts';
import { firstOrNull } from '../../../db/first-or-null.ts';
import type { Write } from '../../../db/write-together.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { countServerSpending } from '../budgets/server-budgets.store.ts';
import { countBackupCharge } from './backup-part.store.ts';
import { hasStopped, hourStart, paidUntil, phaseMs, type ClockRun } from './clock.rules.ts';

/** The server's latest run, locked; null if it never had one. */
export function lockLatestRun(tx: Tx, serverId: string): Promise<ClockRun | null> {
  return firstOrNull(latestRun(tx, serverId).forUpdate());
}

function latestRun(db: Sql | Tx, serverId: string) {
  return db
    .selectFrom('clockRuns')
    .select(['serverId', 'number', 'anchorAt', 'started', 'stopsAt'])
    .where('serverId', '=', serverId)
    .orderBy('number', 'desc')
    .limit(1);
}

/** Since when the server's clock runs; null if it does not. */
export async function findClockStart(db: Sql | Tx, serverId: string): Promise<Date | null> {
  const run = await latestRun(db, serverId).executeTakeFirst();
  return run?.started === true && run.stopsAt === null ? run.anchorAt : null;
}

/** A run of a server that has been running since `anchorAt`: the caller charges its hours up to the mark. */
export async function insertRunningClock(
  tx: Tx,
  run: { serverId: string; accountId: string; planId: string; anchorAt: Date },
): Promise<void> {
  const { anchorAt } = run;
  await tx
    .insertInto('clockRuns')
    .values({ ...run, number: 1, phaseMs: phaseMs(anchorAt), started: true, stopsAt: null, open: true })
    .execute();
}

/** A run with its first hour, which is charged at `at`; it bills nothing more until it is started. */
export function runWithHour(
  tx: Tx,
  run: {
    serverId: string;
    accountId: string;
    planId: string;
    number: number;
    transferId: string;
    at: Date;
    hourlyMicros: bigint;
    backupMicros: bigint;
  },
): readonly Write[] {
  const { serverId, accountId, planId, number, transferId, at, hourlyMicros, backupMicros } = run;
  return [
    tx.insertInto('clockRuns').values({
      serverId,
      number,
      accountId,
      planId,
      anchorAt: at,
      phaseMs: phaseMs(at),
      started: false,
      stopsAt: null,
      open: true,
    }),
    tx.insertInto('usageHours').values({
      serverId,
      accountId,
      transferId,
      periodStart: at,
      rateMicros: hourlyMicros,
      computeMicros: hourlyMicros,
      backupMicros,
    }),
  ];
}

/**
 * The server is running: starts the waiting run and moves its charged first hour to begin now; a run that waits within a paid hour
 * continues. False if that hour is over: then a new first hour is due.
 */
export async function startClock(tx: Tx, input: { serverId: string; at: Date }): Promise<boolean> {
  const run = await lockLatestRun(tx, input.serverId);
  if (!run || hasStopped(run, input.at)) return false;
  if (run.started) {
    if (run.stopsAt) await setStop(tx, run, null);
    return true;
  }
  await tx
    .updateTable('clockRuns')
    .set({ started: true, anchorAt: input.at, phaseMs: phaseMs(input.at) })
    .where('serverId', '=', run.serverId)
    .where('number', '=', run.number)
    .execute();
  const hour = await tx
    .updateTable('usageHours')
    .set({ periodStart: input.at })
    .where('serverId', '=', run.serverId)
    .where('periodStart', '=', run.anchorAt)
    .returning(['computeMicros', 'backupMicros'])
    .executeTakeFirst();
  const month = billingMonth(input.at);
  if (!hour || billingMonth(run.anchorAt).start >= month.start) return true;
  // The hour was charged in the month before the one in which it now begins: it counts in the new one.
  await countBackupCharge(tx, { serverId: run.serverId, month, amountMicros: hour.backupMicros });
  await countServerSpending(tx, { serverId: run.serverId, month, amountMicros: hour.computeMicros + hour.backupMicros });
  return true;
}

/** Stops the server's clock: no hour that would begin at or after `at` is billed. */
export async function stopClock(tx: Tx, input: { serverId: string; at: Date }): Promise<void> {
  await tx
    .updateTable('clockRuns')
    .set({ stopsAt: input.at })
    .where('serverId', '=', input.serverId)
    .where('open', '=', true)
    .where((eb) => eb.or([eb('stopsAt', 'is', null), eb('stopsAt', '>', input.at)]))
    .execute();
}

/**
 * Ends a server's clock at the start of an unpaid hour. A clock that was stopped later, within that hour, also ends there: otherwise the
 * hour would look paid to a restore.
 */
export async function endClockUnpaid(tx: Tx, input: { serverId: string; at: Date }): Promise<void> {
  await tx
    .updateTable('clockRuns')
    .set({ stopsAt: input.at })
    .where('serverId', '=', input.serverId)
    .where('open', '=', true)
    .where('started', '=', true)
    .where('anchorAt', '<', input.at)
    .where((eb) => eb.or([eb('stopsAt', 'is', null), eb('stopsAt', '>', input.at)]))
    .execute();
}

/** Whether a server's clock started again after a time: an earlier unpaid hour does not concern what runs now. */
export async function hasRunAfter(db: Sql | Tx, input: { serverId: string; at: Date }): Promise<boolean> {
  const later = db.selectFrom('clockRuns').select('number').where('serverId', '=', input.serverId).where('anchorAt', '>', input.at);
  return (await later.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a server restored at `at` would continue within the paid hour. */
export async function isHourPaid(db: Sql | Tx, input: { serverId: string; at: Date }): Promise<boolean> {
  return hasPaidHour(db, await latestRun(db, input.serverId).executeTakeFirst(), input);
}

/**
 * Waits for a server within the paid hour, and bills no further hour before it runs (`startClock`). False if that hour is over or was
 * refunded: then a new first hour is due.
 */
export async function resumeClock(tx: Tx, input: { serverId: string; at: Date }): Promise<boolean> {
  const run = await lockLatestRun(tx, input.serverId);
  if (!run?.stopsAt || !(await hasPaidHour(tx, run, input))) return false;
  await setStop(tx, run, paidUntil(run.anchorAt, run.stopsAt));
  return true;
}

async function setStop(tx: Tx, run: ClockRun, stopsAt: Date | null): Promise<void> {
  await tx
    .updateTable('clockRuns')
    .set({ stopsAt, open: true })
    .where('serverId', '=', run.serverId)
    .where('number', '=', run.number)
    .execute();
}

async function hasPaidHour(db: Sql | Tx, run: ClockRun | undefined, input: { serverId: string; at: Date }): Promise<boolean> {
  if (!run?.stopsAt || !run.started) return false;
  const paidEnd = paidUntil(run.anchorAt, run.stopsAt);
  if (paidEnd <= input.at) return false;
  const refunded = await db
    .selectFrom('usageRefunds')
    .select('id')
    .where('serverId', '=', input.serverId)
    .where('periodStart', '=', new Date(paidEnd.getTime() - HOUR_MS))
    .executeTakeFirst();
  return refunded === undefined;
}

/** The charged hour of a run that contains `at`; null if the meter has not billed it (yet). */
export function findChargedHour(tx: Tx, run: ClockRun, at: Date) {
  return firstOrNull(
    tx
      .selectFrom('usageHours')
      .innerJoin('transfers', 'transfers.id', 'usageHours.transferId')
      .select(['periodStart', 'computeMicros', 'backupMicros', 'transfers.createdAt as chargedAt'])
      .where('usageHours.serverId', '=', run.serverId)
      .where('periodStart', '=', run.started ? hourStart(run.anchorAt, at) : run.anchorAt),
  );
}

export async function insertUsageHour(
  tx: Tx,
  hour: {
    serverId: string;
    accountId: string;
    transferId: string;
    periodStart: Date;
    rateMicros: bigint;
    computeMicros: bigint;
    backupMicros: bigint;
  },
): Promise<void> {
  await tx.insertInto('usageHours').values(hour).execute();
}

export async function insertUsageRefund(
  tx: Tx,
  refund: {
    serverId: string;
    runNumber: number;
    periodStart: Date;
    transferId: string;
    amountMicros: bigint;
    reason: string;
    createdAt: Date;
  },
): Promise<void> {
  await tx.insertInto('usageRefunds').values(refund).execute();
}

/** Records that an hour which had begun is not charged, and why. The clock ended there. */
export async function insertUnchargedHour(
  tx: Tx,
  hour: { serverId: string; periodStart: Date; accountId: string; reason: string; createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('unchargedHours')
    .values(hour)
    .onConflict((conflict) => conflict.columns(['serverId', 'periodStart']).doNothing())
    .execute();
}
