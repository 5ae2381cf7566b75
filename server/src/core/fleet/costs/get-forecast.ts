import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import type { Forecast } from '@boreal/contract/billing/forecast.ts';
import { toCad, toCadOrNull, toCadRate } from '@boreal/contract/values/money.ts';
import { HOUR_MS } from '../../../kit/clock.ts';
import { billingMonth } from '../../ground/calendar.rules.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { getAccountBudget } from '../../money/budgets/get-account-budget.ts';
import { readBurnRate } from '../../money/credit/burn-rate.store.ts';
import { forecastOf } from './forecast.rules.ts';

/** What will count against this month's budget if everything continues as it is. */
export async function getForecast(ctx: CustomerCtx): Promise<Forecast> {
  const { accountId, db } = ctx;
  await requireRole(db.sql, ctx, 'billing.read');
  const at = ctx.clock.now();
  const monthEnd = billingMonth(at).end;
  const { monthSpentMicros, monthLimitMicros } = await getAccountBudget(ctx, { accountId });
  const perHourMicros = await readBurnRate(db.sql, { accountId, at });
  const { expectedMicros, hoursToLimit } = forecastOf({ at, monthEnd, monthSpentMicros, monthLimitMicros, perHourMicros });
  return {
    currency: 'CAD',
    timezone: BILLING_TIMEZONE,
    spent: toCad(monthSpentMicros),
    perHour: toCadRate(perHourMicros),
    expected: toCad(expectedMicros),
    monthlyLimit: toCadOrNull(monthLimitMicros),
    limitAt: hoursToLimit === null ? null : new Date(at.getTime() + hoursToLimit * HOUR_MS).toISOString(),
    monthEnd: monthEnd.toISOString(),
  };
}
