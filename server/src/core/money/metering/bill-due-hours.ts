import type { Tx } from '../../../db/connect.ts';
import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { newId } from '../../../kit/ids.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countForKeyOf, keyCapReached } from '../agents/require-within-caps.ts';
import { billingDay, billingMonth, type Period } from '../../ground/calendar.rules.ts';
import { serverCapReached } from '../budgets/require-spendable.ts';
import { countServerSpending } from '../budgets/server-budgets.store.ts';
import { capReached } from '../ledger/spending.rules.ts';
import { takeCredit } from '../ledger/ledger.store.ts';
import { lockAccount, type LockedAccount } from '../ledger/locked-account.store.ts';
import { countBackupCharge } from '../clocks/backup-part.store.ts';
import { moveMeterMark, ownMeterMark, readMeterMark } from '../clocks/meter-mark.store.ts';
import { endClockUnpaid, hasRunAfter, insertUnchargedHour, insertUsageHour } from '../clocks/clock-runs.store.ts';
import { billAffordable, closeStoppedRuns, listDueHours, lockLimitedAccounts, type DueHour, type MeterWindow } from './meter.store.ts';

export interface MeterRun {
  /** Server-hours billed and their total, micro-CAD. */
  readonly hours: number;
  readonly micros: bigint;
  /** Servers whose next hour could not be paid. */
  readonly unpaid: number;
}

/**
 * Why the next hour of a server is not paid: its account is suspended or short of credit; a budget, or a cap of the MCP key that it runs
 * for, is reached; or no price is in force for it.
 */
export type UnpaidReason = 'ACCOUNT_SUSPENDED' | 'CREDIT_EXHAUSTED' | 'BUDGET_CAP_REACHED' | 'KEY_CAP_REACHED' | 'NO_PRICE';

/** What happens to a server whose next hour is not paid; its clock has stopped. Runs in the meter's transaction. */
export type OnUnpaid = (tx: Tx, ctx: Ctx, hour: DueHour, reason: UnpaidReason) => Promise<void>;

/**
 * Bills every hour that has begun since the meter's mark, one transaction per hour of time until it has caught up. Exactly once, whichever
 * process runs it, however often and however late: the mark moves with the money.
 */
export async function billDueHours(ctx: Ctx, onUnpaid: OnUnpaid): Promise<MeterRun> {
  const until = ctx.clock.now();
  const run = { hours: 0, micros: 0n, unpaid: 0 };
  for (;;) {
    const pass = await ctx.transact((tx) => billWindow(tx, ctx, until, onUnpaid));
    if (!pass) return run;
    run.hours += pass.hours;
    run.micros += pass.micros;
    run.unpaid += pass.unpaid;
  }
}

async function billWindow(tx: Tx, ctx: Ctx, until: Date, onUnpaid: OnUnpaid): Promise<MeterRun | null> {
  await ownMeterMark(tx);
  const after = await readMeterMark(tx);
  if (after >= until) return null;
  const window = nextWindow(after, until);
  const now = ctx.clock.now();
  const periods = { hours: billingMonth(window.through), month: billingMonth(now), day: billingDay(now) };
  const key = `meter:${window.through.toISOString()}:`;
  await lockLimitedAccounts(tx, window);
  const { hours, micros, unpaidAccountIds } = await billAffordable(tx, {
    window,
    periods,
    now,
    transferId: newId('transaction', window.through),
    key,
  });
  const run = { hours, micros, unpaid: 0 };
  for (const accountId of unpaidAccountIds) {
    const part = await billWhatItCan(tx, ctx, { window, month: periods.hours, accountId, key, onUnpaid });
    run.hours += part.hours;
    run.micros += part.micros;
    run.unpaid += part.unpaid;
  }
  await closeStoppedRuns(tx, window.through);
  await moveMeterMark(tx, window.through);
  return run;
}

/** From the mark on, at most an hour, and never across the end of a Toronto month. */
function nextWindow(after: Date, until: Date): MeterWindow {
  const monthEnd = addMs(billingMonth(addMs(after, 1)).end, -1);
  const through = Math.min(until.getTime(), addMs(after, HOUR_MS).getTime(), monthEnd.getTime());
  return { after, through: new Date(through) };
}

type PricedHour = DueHour & { readonly rateMicros: bigint };

interface AccountPass {
  readonly window: MeterWindow;
  readonly month: Period;
  readonly accountId: string;
  readonly key: string;
  readonly onUnpaid: OnUnpaid;
}

/**
 * For an account that is short of credit or at a limit: pays hours in the order they begin. Each unpaid one ends its run; a cheaper one
 * after it may still be paid.
 */
async function billWhatItCan(tx: Tx, ctx: Ctx, pass: AccountPass): Promise<MeterRun> {
  const account = await lockAccount(tx, pass.accountId);
  const paid: PricedHour[] = [];
  let micros = 0n;
  let unpaid = 0;
  for (const hour of await listDueHours(tx, pass)) {
    const { rateMicros } = hour;
    const due = rateMicros === null ? null : { ...hour, rateMicros };
    const reason = due === null ? 'NO_PRICE' : await whyUnpaid(tx, account, { hour: due, micros, at: ctx.clock.now() });
    if (due !== null && reason === null) {
      const hourMicros = due.rateMicros + due.backupMicros;
      micros += hourMicros;
      paid.push(due);
      // Immediately, so that the next hour of the same key sees it.
      await countForKeyOf(tx, { serverId: hour.serverId, monthStart: billingMonth(ctx.clock.now()).start, amountMicros: hourMicros });
    } else if (reason !== null) {
      unpaid += 1;
      const { serverId, accountId, periodStart } = hour;
      await endClockUnpaid(tx, { serverId, at: periodStart });
      await insertUnchargedHour(tx, { serverId, accountId, periodStart, reason, createdAt: ctx.clock.now() });
      // A meter that catches up may reach an hour of a clock that has stopped: a new run may have been begun, and paid, since.
      if (!(await hasRunAfter(tx, { serverId, at: periodStart }))) await pass.onUnpaid(tx, ctx, hour, reason);
    }
  }
  if (paid.length > 0) await chargeHours(tx, ctx, account, { ...pass, hours: paid, micros });
  return { hours: paid.length, micros, unpaid };
}

async function whyUnpaid(
  tx: Tx,
  { credit }: LockedAccount,
  due: { hour: PricedHour; micros: bigint; at: Date },
): Promise<UnpaidReason | null> {
  const hourMicros = due.hour.rateMicros + due.hour.backupMicros;
  const allMicros = due.micros + hourMicros;
  if (credit.suspendedAt !== null) return 'ACCOUNT_SUSPENDED';
  if (capReached(credit, allMicros, due.at) !== null) return 'BUDGET_CAP_REACHED';
  const { serverId, periodStart } = due.hour;
  if (await serverCapReached(tx, { serverId, amountMicros: hourMicros, at: periodStart })) return 'BUDGET_CAP_REACHED';
  if (await keyCapReached(tx, { serverId, rateMicros: due.hour.rateMicros, amountMicros: hourMicros, at: due.at }))
    return 'KEY_CAP_REACHED';
  return allMicros > credit.balanceMicros ? 'CREDIT_EXHAUSTED' : null;
}

async function chargeHours(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  pass: AccountPass & { hours: readonly PricedHour[]; micros: bigint },
): Promise<void> {
  const only = pass.hours.length === 1 ? pass.hours[0] : undefined;
  const { transactionId } = await takeCredit(tx, ctx, account, {
    key: pass.key + account.id,
    type: 'usage',
    amountMicros: pass.micros,
    against: 'revenue',
    serverId: only?.serverId ?? null,
    data: { of: 'hours', hours: pass.hours.length },
  });
  for (const { serverId, accountId, periodStart, rateMicros, backupMicros } of pass.hours) {
    await insertUsageHour(tx, {
      serverId,
      accountId,
      transferId: transactionId,
      periodStart,
      rateMicros,
      computeMicros: rateMicros,
      backupMicros,
    });
    await countBackupCharge(tx, { serverId, month: pass.month, amountMicros: backupMicros });
    await countServerSpending(tx, { serverId, month: pass.month, amountMicros: rateMicros + backupMicros });
  }
}
