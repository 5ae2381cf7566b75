import type { Locale } from '@boreal/contract/words/language.ts';
import type { TransactionKind } from '@boreal/contract/billing/billing.ts';
import { dateOf, dayOf, daysBefore } from '../../ground/calendar.rules.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { lastMovedBefore } from './charges.store.ts';
import type { Entry } from './entries.rules.ts';
import { readEntries } from './read-entries.ts';
import { findEntries } from './search.rules.ts';

/** How many days are read at a time. */
const WINDOW_DAYS = 7;

interface Walked {
  /** Days of Toronto's calendar, both inclusive; absent means no bound. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
  readonly type?: TransactionKind | undefined;
  readonly locale: Locale;
}

/** All entries that match a filter of the page, in its order, read a few days at a time, however far back they go. */
export async function* walkEntries(ctx: CustomerCtx, { from, to, ...wanted }: Walked): AsyncGenerator<readonly Entry[]> {
  let end = dayOf(to ?? dateOf(ctx.clock.now())).end;
  for (;;) {
    const last = await lastMovedBefore(ctx.db.sql, { accountId: ctx.accountId, end });
    if (last === null) return;
    const newest = dateOf(last);
    if (from !== undefined && newest < from) return;
    const first = daysBefore(newest, WINDOW_DAYS - 1);
    const oldest = from !== undefined && first < from ? from : first;
    yield findEntries(await readEntries(ctx, { from: oldest, to: newest }), wanted);
    end = dayOf(oldest).start;
  }
}
