import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import { REVENUE_GROUPS_MAX, type RevenueGroups, type RevenueSpan } from '@boreal/contract/operator/oversight.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { daysWithin, type FileDays } from '../../ground/file-span.rules.ts';
import { addDays, addMonthsToFirst } from './calendar.rules.ts';
import { addSums, groupRevenue, noSums, tellSums } from './group-revenue.ts';
import { firstMovement } from './revenue-groups.store.ts';

/** Which models or customers the revenue came from: those with the most, and all others together. For operators. */
export async function readRevenueGroups(ctx: Ctx, { by, span }: { by: RevenueFileBy; span: RevenueSpan }): Promise<RevenueGroups> {
  const { sql } = ctx.db;
  const now = ctx.clock.now();
  const days = daysOf(span, dateOf(now));
  const within = daysWithin(days, { first: await firstMovement(sql), last: now });
  const all = within === null ? [] : await groupRevenue(sql, { by, days: within });
  const others = all.slice(REVENUE_GROUPS_MAX);
  return {
    by,
    ...days,
    currency: 'CAD',
    timezone: BILLING_TIMEZONE,
    rows: all.slice(0, REVENUE_GROUPS_MAX).map((row) => ({ id: row.id, name: row.name, ...tellSums(row, by) })),
    others: others.length === 0 ? null : { count: others.length, ...tellSums(others.reduce(addSums, noSums), by) },
    total: tellSums(all.reduce(addSums, noSums), by),
  };
}

function daysOf(span: RevenueSpan, today: string): FileDays {
  const month = addMonthsToFirst(today, 0);
  const year = `${today.slice(0, 4)}-01-01`;
  switch (span) {
    case 'this_month':
      return { from: month, to: today };
    case 'last_month':
      return { from: addMonthsToFirst(today, -1), to: addDays(month, -1) };
    case 'this_year':
      return { from: year, to: today };
    case 'last_year':
      return { from: addMonthsToFirst(year, -12), to: addDays(year, -1) };
  }
}
