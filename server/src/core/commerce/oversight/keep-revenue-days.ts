import { addMs, HOUR_MS } from '../../../kit/clock.ts';
import { dateOf } from '../../ground/calendar.rules.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { addDays } from './calendar.rules.ts';
import { firstMovement } from './revenue-groups.store.ts';
import { insertRevenueDays, nextDayToKeep } from './revenue.store.ts';

/** A day is kept this long after its end: by then everything that moved on it has been written. */
const KEPT_AFTER_MS = HOUR_MS;

/** How many days one statement sums: a month of a large fleet is millions of transfers. */
const DAYS_AT_ONCE = 7;

/** Stores the revenue of every day that is over, once. To be called every hour. */
export async function keepRevenueDays(ctx: Ctx): Promise<void> {
  const db = ctx.db.sql;
  const until = dateOf(addMs(ctx.clock.now(), -KEPT_AFTER_MS));
  let from = (await nextDayToKeep(db)) ?? (await firstDay(ctx));
  while (from !== null && from < until) {
    const next = addDays(from, DAYS_AT_ONCE);
    const before = next < until ? next : until;
    await insertRevenueDays(db, { from, before });
    from = before;
  }
}

async function firstDay(ctx: Ctx): Promise<string | null> {
  const first = await firstMovement(ctx.db.sql);
  return first && dateOf(first);
}
