import { BILLING_TIMEZONE } from '@boreal/contract/billing/billing.ts';
import { receivedHead, revenueHead } from '@boreal/contract/billing/document-words.ts';
import type { Language } from '@boreal/contract/words/language.ts';
import type { RevenueFileQuery } from '@boreal/contract/operator/exports.ts';
import type { z } from 'zod';
import { BYTE_ORDER_MARK, csvLine } from '../../../kit/csv.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { daysWithin, fileDays, fileParts, type FileDays } from '../../ground/file-span.rules.ts';
import { addSums, groupRevenue, noSums, tellSums } from './group-revenue.ts';
import { firstMovement, type RevenueGroupRow } from './revenue-groups.store.ts';

export type RevenueFileInput = Omit<z.output<typeof RevenueFileQuery>, 'language'>;

/**
 * Revenue by model or by customer, as CSV (RFC 4180, UTF-8) in chunks: however many days, no statement reads many of them. Amounts are
 * exact, and add up to the page's. @throws INVALID_REQUEST the last day is before the first
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
    const { usage, backups, orders, refunds, losses, other, total, received } = tellSums(row, by);
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
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify({ from, to, id, name, ...tellSums(row, by) })}`;
    isFirst = false;
  }
  yield `\n],${JSON.stringify(tellSums(sums, by)).slice(1)}\n`;
}

/** For each part of the days, those with the most revenue first. */
async function* readRows(ctx: Ctx, { by, per }: RevenueFileInput, days: FileDays): AsyncGenerator<RevenueGroupRow & FileDays> {
  const { sql } = ctx.db;
  // There is nothing before the first movement or after now, however far the days reach.
  const within = daysWithin(days, { first: await firstMovement(sql), last: ctx.clock.now() });
  if (within === null) return;
  for (const part of fileParts(within, per)) {
    const stated = per === 'range' ? days : part;
    yield* (await groupRevenue(sql, { by, days: part })).map((row) => ({ ...row, from: stated.from, to: stated.to }));
  }
}
