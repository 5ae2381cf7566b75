import { toCad } from '@boreal/contract/values/money.ts';
import type { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import type { RevenueSums } from '@boreal/contract/operator/oversight.ts';
import type { Sql } from '../../../db/connect.ts';
import { earlier, later, pieces, type FileDays } from '../../ground/file-span.rules.ts';
import { addDays } from './calendar.rules.ts';
import { sumKeptRevenueGroups, sumRevenueGroups, type RevenueGroupRow, type RevenueMicros } from './revenue-groups.store.ts';
import { nextDayToKeep } from './revenue.store.ts';

/** The revenue of each model or customer on these days, those with the most first; no statement reads many days that are not kept. */
export async function groupRevenue(sql: Sql, { by, days }: { by: RevenueFileBy; days: FileDays }): Promise<readonly RevenueGroupRow[]> {
  const { from, to } = days;
  const next = (await nextDayToKeep(sql)) ?? from;
  const groups = new Map<string | null, RevenueGroupRow>();
  const add = (rows: readonly RevenueGroupRow[]) => {
    for (const row of rows) {
      const before = groups.get(row.id);
      groups.set(row.id, before ? { ...row, ...addSums(before, row) } : row);
    }
  };
  add(await sumKeptRevenueGroups(sql, { by, from, before: earlier(next, addDays(to, 1)) }));
  for (const { start, end } of pieces({ from: later(next, from), to })) add(await sumRevenueGroups(sql, { by, start, end }));
  return [...groups.values()].toSorted(byEarnings);
}

/** CAD. `other`: everything that is none of the kinds. Cash belongs to customers: a model has none. */
export function tellSums(sums: RevenueMicros, by: RevenueFileBy): RevenueSums {
  const { usageMicros, backupMicros, orderMicros, refundMicros, lossMicros, earnedMicros, receivedMicros } = sums;
  const named = usageMicros + backupMicros + orderMicros - refundMicros - lossMicros;
  return {
    usage: toCad(usageMicros),
    backups: toCad(backupMicros),
    orders: toCad(orderMicros),
    refunds: toCad(refundMicros),
    losses: toCad(lossMicros),
    other: toCad(earnedMicros - named),
    total: toCad(earnedMicros),
    ...(by === 'customer' && { received: toCad(receivedMicros) }),
  };
}

export const noSums: RevenueMicros = {
  usageMicros: 0n,
  backupMicros: 0n,
  orderMicros: 0n,
  refundMicros: 0n,
  lossMicros: 0n,
  earnedMicros: 0n,
  receivedMicros: 0n,
};

export function addSums(a: RevenueMicros, b: RevenueMicros): RevenueMicros {
  return {
    usageMicros: a.usageMicros + b.usageMicros,
    backupMicros: a.backupMicros + b.backupMicros,
    orderMicros: a.orderMicros + b.orderMicros,
    refundMicros: a.refundMicros + b.refundMicros,
    lossMicros: a.lossMicros + b.lossMicros,
    earnedMicros: a.earnedMicros + b.earnedMicros,
    receivedMicros: a.receivedMicros + b.receivedMicros,
  };
}

function byEarnings(a: RevenueGroupRow, b: RevenueGroupRow): number {
  if (a.earnedMicros !== b.earnedMicros) return a.earnedMicros > b.earnedMicros ? -1 : 1;
  return (a.id ?? '').localeCompare(b.id ?? '');
}
