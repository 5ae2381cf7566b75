import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import { REVENUE_PERIODS_MAX, type Revenue } from '@boreal/contract/operator/oversight.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { addDays, addMonthsToFirst } from './calendar.rules.ts';
import { sumRevenue } from './revenue.store.ts';

/** The latest days or months up to today, including those without movements. For operators. */
export async function readRevenue(ctx: Ctx, input: { by: 'day' | 'month'; periods: number }): Promise<Revenue> {
  const { by } = input;
  const count = Math.min(input.periods, REVENUE_PERIODS_MAX[by]);
  const today = dateOf(ctx.clock.now());
  const step = by === 'day' ? addDays : addMonthsToFirst;
  const first = step(today, 1 - count);
  const starts = Array.from({ length: count }, (_, n) => step(first, n));
  const rows = await sumRevenue(ctx.db.sql, { by, from: first, before: step(today, 1) });
  const byStart = new Map(rows.map((row) => [row.start, row]));
  return {
    by,
    currency: 'CAD',
    timezone: BILLING_TIMEZONE,
    periods: starts.map((start) => {
      const row = byStart.get(start);
      return {
        start,
        usage: toCad(row?.usageMicros ?? 0n),
        backups: toCad(row?.backupMicros ?? 0n),
        orders: toCad(row?.orderMicros ?? 0n),
        refunds: toCad(row?.refundMicros ?? 0n),
        losses: toCad(row?.lossMicros ?? 0n),
        total: toCad(row?.earnedMicros ?? 0n),
        received: toCad(row?.receivedMicros ?? 0n),
      };
    }),
  };
}
