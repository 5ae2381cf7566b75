import type { Tx } from '../../../db/connect.ts';
import { toCadBalance } from '@boreal/contract/values/money.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { recordNotice } from '../../ground/notices/record-notice.ts';
import { recordEvent } from '../../fleet/servers/events/events.store.ts';
import { lockAccount } from '../../money/ledger/locked-account.store.ts';
import { findAutoReload } from '../top-ups/auto-reload.store.ts';
import { readBurnRate } from '../../money/credit/burn-rate.store.ts';
import { listLowCreditAccounts, listRunningServers, readWarnedHours, saveWarnedHours } from './credit-warnings.store.ts';

/** Hours of runtime left at which a customer is warned, once each on the way down. */
const WARNING_HOURS = [24, 6, 1] as const;

/** Warns each account whose running servers have used its credit down to a threshold. Returns how many were warned. */
export async function warnLowCredit(ctx: Ctx): Promise<number> {
  let warned = 0;
  for (const account of await listLowCreditAccounts(ctx.db.sql, { at: ctx.clock.now(), belowHours: WARNING_HOURS[0] })) {
    const { accountId, balanceMicros, burnMicros, warnedHours } = account;
    // Most were warned before and stay low for hours: no lock is needed for them.
    if (thresholdOf(balanceMicros, burnMicros) === warnedHours) continue;
    if (await ctx.transact((tx) => settleLevel(tx, ctx, accountId))) warned += 1;
  }
  return warned;
}

/** Records the threshold that an account has come down to, or that it has risen again. True if a warning was written. */
async function settleLevel(tx: Tx, ctx: Ctx, accountId: string): Promise<boolean> {
  const { balanceMicros } = await lockAccount(tx, accountId);
  // Checked again under the lock: servers may have come or gone while waiting for it.
  const burnMicros = await readBurnRate(tx, { accountId, at: ctx.clock.now() });
  const before = await readWarnedHours(tx, accountId);
  const hours = thresholdOf(balanceMicros, burnMicros);
  if (hours === before) return false;
  await saveWarnedHours(tx, { accountId, warnedHours: hours });
  if (hours === null || (before !== null && hours > before)) return false;
  for (const server of await listRunningServers(tx, accountId)) {
    await recordEvent(tx, ctx, {
      server: { id: server.id, accountId },
      type: 'credit.low',
      level: 'warning',
      reason: 'LOW_CREDIT',
      data: { hours },
    });
  }
  const reload = await findAutoReload(tx, accountId);
  const autoReload = reload !== null && reload.enabled && reload.stoppedAt === null;
  const data = { hours, balanceCad: toCadBalance(balanceMicros), ...(autoReload && { autoReload }) };
  await recordNotice(tx, ctx, { accountId, kind: 'low_credit', serverId: null, data });
  return true;
}

/** The smallest threshold that the remaining runtime is below; null if it is above all, or nothing runs. */
function thresholdOf(balanceMicros: bigint, burnMicros: bigint): number | null {
  if (burnMicros === 0n) return null;
  return WARNING_HOURS.findLast((hours) => balanceMicros < burnMicros * BigInt(hours)) ?? null;
}
