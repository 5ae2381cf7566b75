import type { Locale } from '@boreal/contract/words/language.ts';
import { toCad, toCadBalance } from '@boreal/contract/values/money.ts';
import type { TransactionFilter } from '@boreal/contract/billing/billing.ts';
import type { TransactionGroup } from '@boreal/contract/billing/transaction-groups.ts';
import { z } from 'zod';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { dateOf, dayOf, daysBefore } from '../../ground/calendar.rules.ts';
import { decodeCursor, encodeCursor, foreignCursor, LIST_MAX, page, type Page, type PageInput } from '../../ground/page.ts';
import { requireRole } from '../../ground/roles/require-role.ts';
import { spanOfDays } from '../../ground/span-of-days.rules.ts';
import { descriptionOf } from '../../money/ledger/description.rules.ts';
import { lastMovedBefore } from './charges.store.ts';
import { isAfter, placeOf, readPlace, textOf, type Entry, type Place } from './entries.rules.ts';
import { readEntries } from './read-entries.ts';
import { findEntries } from './search.rules.ts';

/** Windows of days grow while they contain too little for a page; an account with many servers fills a page from one. */
const WINDOW_DAYS_MAX = 64;
/** More than a year of days; if nothing is found in them, the answer says where to continue. */
const WINDOWS_MAX = 12;

interface GroupsInput extends PageInput, TransactionFilter {
  readonly locale: Locale;
}

/**
 * The account's transactions, newest day first, with hourly charges grouped by server and day.
 * @throws INVALID_REQUEST the last day is before the first
 */
export async function listTransactionGroups(ctx: CustomerCtx, input: GroupsInput): Promise<Page<TransactionGroup>> {
  await requireRole(ctx.db.sql, ctx, 'billing.read');
  const { limit = LIST_MAX } = input;
  const place = placeIn(input.cursor);
  const bounds = spanOfDays(input);
  const found: Entry[] = [];
  let end = earlier(dayOf(place?.day ?? dateOf(ctx.clock.now())).end, bounds.end);
  for (let days = 1, windows = 0; ; days = Math.min(days * 2, WINDOW_DAYS_MAX), windows += 1) {
    const last = await lastMovedBefore(ctx.db.sql, { accountId: ctx.accountId, end });
    if (last === null || (bounds.start !== null && last < bounds.start)) return tell(found, { limit, rest: null, locale: input.locale });
    const to = dateOf(last);
    const from = later(daysBefore(to, days - 1), input.from);
    const entries = await readEntries(ctx, { from, to });
    found.push(...findEntries(entries, input).filter((entry) => isAfter(entry, place)));
    const rest: Place = { day: from, after: '0' };
    if (found.length > limit || windows + 1 >= WINDOWS_MAX) return tell(found, { limit, rest, locale: input.locale });
    end = dayOf(from).start;
  }
}

const earlier = (end: Date, bound: Date | null) => (bound !== null && bound < end ? bound : end);
const later = (day: string, bound: string | undefined) => (bound !== undefined && bound > day ? bound : day);

function tell(
  found: readonly Entry[],
  { limit, rest, locale }: { limit: number; rest: Place | null; locale: Locale },
): Page<TransactionGroup> {
  const { items, nextCursor } = page(found, limit, (entry) => textOf(placeOf(entry)));
  return {
    items: items.map((entry) => tellEntry(entry, locale)),
    nextCursor: nextCursor ?? (rest === null ? null : encodeCursor(textOf(rest))),
  };
}

function tellEntry({ kind, row }: Entry, locale: Locale): TransactionGroup {
  const { serverId, serverName } = row;
  const shared = { serverId, serverName, amount: toCad(row.micros) };
  if (kind === 'charges') {
    const { day, hours, lines } = row;
    return { kind, id: `${day}:${serverId ?? ''}`, day, hours, lines, ...shared };
  }
  return {
    kind,
    id: row.id,
    type: row.type,
    balanceAfter: toCadBalance(row.balanceAfterMicros ?? 0n),
    description: descriptionOf(row, locale),
    createdAt: row.createdAt.toISOString(),
    ...shared,
  };
}

function placeIn(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const place = readPlace(decodeCursor(cursor));
  if (place === null || !z.iso.date().safeParse(place.day).success) throw foreignCursor();
  return place;
}
