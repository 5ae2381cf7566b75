import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { countForKeyOf, requireWithinCaps } from '../agents/require-within-caps.ts';
import { requireSpendable } from '../budgets/require-spendable.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { countServerSpending } from '../budgets/server-budgets.store.ts';
import { takeCredit } from '../ledger/ledger.store.ts';
import type { LockedAccount } from '../ledger/locked-account.ts';
import { backupPartOfHour, countBackupCharge } from '../clocks/backup-part.store.ts';
import { insertRun, insertUsageHour, lockLatestRun } from '../clocks/clock-runs.store.ts';

/**
 * Takes the first hour of a new run from the account's credit and writes the run that waits for the server to start.
 * Throws BUDGET_CAP_REACHED or INSUFFICIENT_CREDITS when it may not or cannot be paid; then nothing has moved.
 */
export async function chargeFirstHour(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  input: { serverId: string; serverName: string; planId: string; hourlyMicros: bigint },
): Promise<void> {
  const { serverId } = input;
  const accountId = account.id;
  const now = ctx.clock.now();
  const month = billingMonth(now);
  const backupMicros = await backupPartOfHour(tx, { serverId, month });
  const amountMicros = input.hourlyMicros + backupMicros;
  await requireWithinCaps(tx, ctx, { serverId, spendMicros: amountMicros, hourlyMicros: input.hourlyMicros, at: now });
  await requireSpendable(tx, account, { serverId, amountMicros, at: now });
  const number = ((await lockLatestRun(tx, serverId))?.number ?? 0) + 1;
  await insertRun(tx, { serverId, accountId, planId: input.planId, number, at: now });
  const { transactionId } = await takeCredit(tx, ctx, account, {
    key: `first-hour:${serverId}:${number}`,
    type: 'usage',
    amountMicros,
    against: 'revenue',
    serverId,
    description: `First hour of ${input.serverName} (${input.planId})`,
  });
  await insertUsageHour(tx, {
    serverId,
    accountId,
    transferId: transactionId,
    periodStart: now,
    rateMicros: input.hourlyMicros,
    computeMicros: input.hourlyMicros,
    backupMicros,
  });
  await countBackupCharge(tx, { serverId, month, amountMicros: backupMicros });
  await countServerSpending(tx, { serverId, month, amountMicros });
  await countForKeyOf(tx, { serverId, monthStart: month.start, amountMicros });
}
