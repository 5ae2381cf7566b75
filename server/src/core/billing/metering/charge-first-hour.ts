import type { Tx } from '../../../db/connect.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ctx } from '../../ctx.ts';
import { lockCredit, takeCredit } from '../ledger/ledger.store.ts';
import { insertRun, insertUsageHour, lockLatestRun } from './clock-runs.store.ts';

/**
 * Takes the first hour of a new run from the account's credit and writes the run that waits for the server to start.
 * Throws INSUFFICIENT_CREDITS when the balance does not cover it; then nothing has moved.
 */
export async function chargeFirstHour(
  tx: Tx,
  ctx: Ctx,
  input: { serverId: string; serverName: string; accountId: string; planId: string; hourlyMicros: bigint },
): Promise<void> {
  await requireCredit(tx, { accountId: input.accountId, hourlyMicros: input.hourlyMicros });
  const now = ctx.clock.now();
  const number = ((await lockLatestRun(tx, input.serverId))?.number ?? 0) + 1;
  await insertRun(tx, { serverId: input.serverId, accountId: input.accountId, planId: input.planId, number, at: now });
  const { transactionId } = await takeCredit(tx, ctx, {
    accountId: input.accountId,
    key: `first-hour:${input.serverId}:${number}`,
    type: 'usage',
    amountMicros: input.hourlyMicros,
    against: 'revenue',
    serverId: input.serverId,
    description: `First hour of ${input.serverName} (${input.planId})`,
  });
  await insertUsageHour(tx, {
    serverId: input.serverId,
    accountId: input.accountId,
    transferId: transactionId,
    periodStart: now,
    rateMicros: input.hourlyMicros,
  });
}

/** The gate before anything that will cost the next hour: 402 INSUFFICIENT_CREDITS, under the account's lock. */
export async function requireCredit(tx: Tx, input: { accountId: string; hourlyMicros: bigint }): Promise<void> {
  const balanceMicros = await lockCredit(tx, input.accountId);
  if (balanceMicros < input.hourlyMicros) {
    throw new AppError('INSUFFICIENT_CREDITS', { requiredMicros: input.hourlyMicros, balanceMicros });
  }
}
