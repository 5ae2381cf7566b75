import { BILLING_TIMEZONE, SPEND_DAYS, type DaySpend, type SpendByDay } from '@boreal/contract/billing/billing.ts';
import { toCad } from '@boreal/contract/values/money.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { lastDays, type Period } from '../../ground/calendar.rules.ts';
import { readSpend, type DaySpendRow } from './spend.store.ts';

/** What the account's servers cost on each of the last days of Toronto's calendar, up to today. */
export async function getSpendByDay(ctx: CustomerCtx, input: { days?: number | undefined }): Promise<SpendByDay> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const days = lastDays(ctx.clock.now(), input.days ?? SPEND_DAYS);
  const rows = await readSpend(ctx.db.sql, { accountId: ctx.accountId, starts: days.map(({ start }) => start), end: endOf(days) });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const totalMicros = rows.reduce((sum, row) => sum + totalOf(row), 0n);
  return {
    currency: 'CAD',
    timezone: BILLING_TIMEZONE,
    total: toCad(totalMicros),
    days: days.map(({ date }, index) => toDay(date, byDay.get(index + 1) ?? nothing)),
  };
}

const nothing = { usageMicros: 0n, backupPartMicros: 0n, backupMicros: 0n, orderMicros: 0n, refundMicros: 0n } as const;
type Sums = Omit<DaySpendRow, 'day'>;

function toDay(date: string, row: Sums): DaySpend {
  return {
    date,
    servers: toCad(row.usageMicros - row.backupPartMicros),
    backups: toCad(row.backupMicros + row.backupPartMicros),
    orders: toCad(row.orderMicros),
    refunds: toCad(row.refundMicros),
    total: toCad(totalOf(row)),
  };
}

function totalOf({ usageMicros, backupMicros, orderMicros, refundMicros }: Sums): bigint {
  return usageMicros + backupMicros + orderMicros - refundMicros;
}

function endOf(days: readonly Period[]): Date {
  const last = days.at(-1);
  if (!last) throw new RangeError('no days were asked for');
  return last.end;
}
