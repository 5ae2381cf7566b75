import { dayOf } from '../../ground/calendar.rules.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { listSingles, sumByDay } from './charges.store.ts';
import { orderEntries, type Entry } from './entries.rules.ts';

/** All entries of some days of Toronto's calendar, both inclusive, in the page's order. */
export async function readEntries({ db, accountId }: CustomerCtx, days: { from: string; to: string }): Promise<readonly Entry[]> {
  const span = { accountId, start: dayOf(days.from).start, end: dayOf(days.to).end };
  const groups = await sumByDay(db.sql, span);
  const singles = await listSingles(db.sql, span);
  return orderEntries([
    ...groups.map((row): Entry => ({ kind: 'charges', row })),
    ...singles.map((row): Entry => ({ kind: 'single', row })),
  ]);
}
