import type { Tx } from '../../../db/connect.ts';
import { writeTogether, type Write } from '../../../db/write-together.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countForAskingKey, countForKeyOf, requireWithinCaps } from '../agents/require-within-caps.ts';
import { requireSpendable } from '../budgets/require-spendable.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { countServerSpending } from '../budgets/server-budgets.store.ts';
import { takeCredit } from '../ledger/ledger.store.ts';
import type { LockedAccount } from '../ledger/locked-account.store.ts';
import { backupPartOfHour, countBackupCharge } from '../clocks/backup-part.store.ts';
import { lockLatestRun, runWithHour } from '../clocks/clock-runs.store.ts';

interface FirstHour {
  readonly serverId: string;
  readonly serverName: string;
  readonly planId: string;
  /** Micro-CAD. */
  readonly hourlyMicros: bigint;
}

/**
 * Charges the first hour of a new run to the account's credit and writes the run, which waits for the server to start. Throws
 * BUDGET_CAP_REACHED or INSUFFICIENT_CREDITS if it may not or cannot be paid; then nothing has moved.
 */
export async function chargeFirstHour(tx: Tx, ctx: Ctx, account: LockedAccount, first: FirstHour): Promise<void> {
  const { serverId, hourlyMicros } = first;
  const now = ctx.clock.now();
  const month = billingMonth(now);
  const backupMicros = await backupPartOfHour(tx, { serverId, month });
  const amountMicros = hourlyMicros + backupMicros;
  await requireWithinCaps(tx, ctx, { serverId, spendMicros: amountMicros, hourlyMicros, at: now });
  await requireSpendable(tx, account, { serverId, amountMicros, forHour: true, at: now });
  const number = ((await lockLatestRun(tx, serverId))?.number ?? 0) + 1;
  await writeTogether(tx, await takeFirstHour(tx, ctx, account, { ...first, number, backupMicros }));
  await countBackupCharge(tx, { serverId, month, amountMicros: backupMicros });
  await countServerSpending(tx, { serverId, month, amountMicros });
  await countForKeyOf(tx, { serverId, monthStart: month.start, amountMicros });
}

/**
 * The same for a server written in this transaction, which has no run, backups, budget or other launcher yet. Returns the run and its hour,
 * for the caller to write with the rest.
 */
export async function chargeNewServer(tx: Tx, ctx: Ctx, account: LockedAccount, first: FirstHour): Promise<readonly Write[]> {
  const { serverId, hourlyMicros: amountMicros } = first;
  const at = ctx.clock.now();
  await requireWithinCaps(tx, ctx, { serverId, spendMicros: amountMicros, hourlyMicros: amountMicros, at });
  await requireSpendable(tx, account, { serverId: null, amountMicros, forHour: true, at });
  const run = await takeFirstHour(tx, ctx, account, { ...first, number: 1, backupMicros: 0n });
  await countForAskingKey(tx, ctx, { amountMicros, at });
  return run;
}

/** Takes the money; returns the run and its hour, yet to be written. */
async function takeFirstHour(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  first: FirstHour & { readonly number: number; readonly backupMicros: bigint },
): Promise<readonly Write[]> {
  const { serverId, planId, number, hourlyMicros, backupMicros } = first;
  const { transactionId } = await takeCredit(tx, ctx, account, {
    key: `first-hour:${serverId}:${number}`,
    type: 'usage',
    amountMicros: hourlyMicros + backupMicros,
    against: 'revenue',
    serverId,
    data: { of: 'first_hour', serverName: first.serverName, planId },
  });
  return runWithHour(tx, {
    serverId,
    accountId: account.id,
    planId,
    number,
    transferId: transactionId,
    at: ctx.clock.now(),
    hourlyMicros,
    backupMicros,
  });
}
