import { BILLING_TIMEZONE } from '@boreal/contract/billing.ts';
import { receivedHead, revenueHead } from '@boreal/contract/document-words.ts';
import type { Language } from '@boreal/contract/language.ts';
import { toCad } from '@boreal/contract/money.ts';
import type { RevenueFileQuery } from '@boreal/contract/operator-exports.ts';
import type { z } from 'zod';
import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { daysWithin, fileDays, fileParts, pieces, type FileDays } from '../../ground/file-span.rules.ts';
import { firstMovement, sumRevenueGroups, type RevenueGroupRow } from './revenue-groups.store.ts';

export type RevenueFileInput = Omit<z.output<typeof RevenueFileQuery>, 'language'>;
type Sums = Omit<RevenueGroupRow, 'id' | 'name'>;

/**
 * What the house earned, by model or by customer, as CSV (RFC 4180, UTF-8) in chunks: whatever the days, no statement reads many of
 * them. Amounts are exact, and come to the page's. @throws INVALID_REQUEST the last day is before the first
 */
export function revenueAsCsv(ctx: Ctx, input: RevenueFileInput & { language: Language }): AsyncGenerator<string> {
  return csvLines(ctx, input, fileDays(input, ctx.clock.now()));
}

/** The same as JSON, with the sums of all rows. */
export function revenueAsJson(ctx: Ctx, input: RevenueFileInput): AsyncGenerator<string> {
  return jsonParts(ctx, input, fileDays(input, ctx.clock.now()));
}

async function* csvLines(ctx: Ctx, input: RevenueFileInput & { language: Language }, days: FileDays): AsyncGenerator<string> {
  const { by, language } = input;
  const isCustomers = by === 'customer';
  yield `${BYTE_ORDER_MARK}${csvLine([...revenueHead[language], ...(isCustomers ? [receivedHead[language]] : [])])}`;
  for await (const row of readRows(ctx, input, days)) {
    const { from, to, id, name } = row;
    const { usage, backups, orders, refunds, losses, other, total, received } = tell(row, by);
    const cells = [from, to, by, id ?? '', name ?? '', usage, backups, orders, refunds, losses, other, total];
    yield csvLine([...cells, ...(isCustomers ? [received ?? 0] : [])]);
  }
}

async function* jsonParts(ctx: Ctx, input: RevenueFileInput, days: FileDays): AsyncGenerator<string> {
  const { by, per } = input;
  const about = { currency: 'CAD', timezone: BILLING_TIMEZONE, by, per, ...days };
  yield `${JSON.stringify(about).slice(0, -1)},"rows":[`;
  let sums = noSums;
  let isFirst = true;
  for await (const row of readRows(ctx, input, days)) {
    sums = addSums(sums, row);
    const { from, to, id, name } = row;
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify({ from, to, id, name, ...tell(row, by) })}`;
    isFirst = false;
  }
  yield `\n],${JSON.stringify(tell(sums, by)).slice(1)}\n`;
}

/** Of each part of the days, those who earned the most first. */
async function* readRows(ctx: Ctx, { by, per }: RevenueFileInput, days: FileDays): AsyncGenerator<RevenueGroupRow & FileDays> {
  const { sql } = ctx.db;
  // Before the first movement and after now there is nothing, however far the days reach.
  const within = daysWithin(days, { first: await firstMovement(sql), last: ctx.clock.now() });
  if (within === null) return;
  for (const part of fileParts(within, per)) {
    const groups = new Map<string | null, RevenueGroupRow>();
    for (const { start, end } of pieces(part)) {
      for (const row of await sumRevenueGroups(sql, { by, start, end })) {
        const before = groups.get(row.id);
        groups.set(row.id, before ? { ...row, ...addSums(before, row) } : row);
      }
    }
    const stated = per === 'range' ? days : part;
    yield* [...groups.values()].toSorted(byEarnings).map((row) => ({ ...row, from: stated.from, to: stated.to }));
  }
}

function tell(sums: Sums, by: RevenueFileInput['by']) {
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

const noSums: Sums = {
  usageMicros: 0n,
  backupMicros: 0n,
  orderMicros: 0n,
  refundMicros: 0n,
  lossMicros: 0n,
  earnedMicros: 0n,
  receivedMicros: 0n,
};

function addSums(a: Sums, b: Sums): Sums {
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
