import { readAccountNames } from '../../money/accounts/account-names.store.ts';
import type { Ctx } from '../../ground/ctx.ts';

interface Owned {
  readonly accountId: string;
}

/** The owner of each of these rows, as shown to operators; one query for all. */
export async function readOwners(ctx: Ctx, rows: readonly Owned[]): Promise<(row: Owned) => { accountId: string; accountName: string }> {
  const names = await readAccountNames(
    ctx.db.sql,
    rows.map((row) => row.accountId),
  );
  return ({ accountId }) => ({ accountId, accountName: names.get(accountId) ?? accountId });
}
