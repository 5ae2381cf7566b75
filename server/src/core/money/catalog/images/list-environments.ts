import type { Environment } from '@boreal/contract/shop/catalog.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { selectEnvironments } from '../catalog.store.ts';

/** Where the account's servers are: one environment per region that has any. Deleted servers do not count. */
export async function listEnvironments(ctx: CustomerCtx): Promise<Environment[]> {
  const rows = await selectEnvironments(ctx.db.sql, ctx.accountId);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    region: row.region,
    serverCount: Number(row.serverCount),
    createdAt: row.createdAt.toISOString(),
  }));
}
