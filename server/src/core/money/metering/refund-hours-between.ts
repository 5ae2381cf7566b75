import type { Tx } from '../../../db/connect.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import { countHourRefund } from '../agents/require-within-caps.ts';
import { countServerSpending } from '../budgets/server-budgets.store.ts';
import { insertUsageRefund } from '../clocks/clock-runs.store.ts';
import { selectChargedHours } from '../clocks/usage.store.ts';
import { giveCredit } from '../ledger/ledger.store.ts';
import type { LockedAccount } from '../ledger/locked-account.store.ts';

/** The reason for refunding hours that restored books charged for a machine that had ended. */
export const RESTORED_COPY = 'RESTORED_COPY';

/**
 * Refunds what is left of every charged hour of a server that began after `since` and before `until`: one transfer for each, once. Returns
 * how many hours those are, and the total of the transfers, micro-CAD.
 */
export async function refundHoursBetween(
  tx: Tx,
  ctx: Ctx,
  account: LockedAccount,
  of: { serverId: string; serverName: string; since: Date; until: Date },
): Promise<{ hours: number; micros: bigint }> {
  const { serverId, serverName } = of;
  const hours = await selectChargedHours(tx, of);
  let micros = 0n;
  for (const { runNumber, periodStart, chargedAt, paidMicros, refundedMicros } of hours) {
    const amountMicros = paidMicros - refundedMicros;
    if (amountMicros <= 0n) continue;
    const { transactionId, moved } = await giveCredit(tx, ctx, account, {
      key: `settled:${serverId}:${periodStart.toISOString()}`,
      type: 'refund',
      amountMicros,
      against: 'revenue',
      serverId,
      refundOf: chargedAt,
      data: { of: 'hour_refund', serverName, why: 'restored_copy' },
    });
    if (!moved) continue;
    const createdAt = ctx.clock.now();
    const refund = { serverId, runNumber, periodStart, transferId: transactionId, amountMicros, reason: RESTORED_COPY, createdAt };
    await insertUsageRefund(tx, refund);
    await countServerSpending(tx, { serverId, month: billingMonth(periodStart), amountMicros: -amountMicros });
    await countHourRefund(tx, { serverId, periodStart, chargedAt, amountMicros });
    micros += amountMicros;
  }
  return { hours: hours.length, micros };
}
