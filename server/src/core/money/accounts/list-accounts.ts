import type { AccountStanding } from '@boreal/contract/operator/operator.ts';
import { readBurnRate } from '../credit/burn-rate.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../ground/page.ts';
import { selectAccounts, type AccountWithCredit } from './accounts.store.ts';

export interface AccountListing extends AccountWithCredit {
  /** What the account's running hourly servers cost per hour, micro-CAD. */
  readonly burnMicros: bigint;
}

/** Accounts with their credit and hourly cost, oldest first; optionally only those of a standing, or that match a search. For operators. */
export async function listAccounts(
  ctx: Ctx,
  input: PageInput & { standing?: AccountStanding | undefined; search?: string | undefined } = {},
): Promise<Page<AccountListing>> {
  const at = ctx.clock.now();
  const { standing, search } = input;
  const { items, nextCursor } = await pageById('account', input, (lastId, limit) =>
    selectAccounts(ctx.db.sql, { after: lastId ?? '', limit, standing, search }),
  );
  const rates = await Promise.all(items.map((row) => readBurnRate(ctx.db.sql, { accountId: row.id, at })));
  return { items: items.map((row, i) => ({ ...row, burnMicros: rates[i] ?? 0n })), nextCursor };
}
