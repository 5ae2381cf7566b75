import type { ServerState } from '@boreal/contract/console.ts';
import type { CustomerCtx } from '../ctx.ts';
import { LIST_MAX } from '../page.ts';
import { actionsOf } from './server.rules.ts';

/** What changes of the account's servers while one looks at them, the oldest first. Deleted ones are not among them. */
export async function listServerStates(ctx: CustomerCtx): Promise<ServerState[]> {
  const rows = await ctx.db.sql
    .selectFrom('servers')
    .select(['id', 'name', 'status', 'task', 'ipv4', 'updatedAt', 'firstActiveAt', 'paidUntil'])
    .where('accountId', '=', ctx.accountId)
    .where('status', '<>', 'DELETED')
    .orderBy('id')
    .limit(LIST_MAX)
    .execute();
  const now = ctx.clock.now();
  return rows.map((row) => {
    const { id, name, status, task, ipv4 } = row;
    const updatedAt = row.updatedAt.toISOString();
    const paidUntil = row.paidUntil !== null && row.paidUntil > now ? row.paidUntil.toISOString() : null;
    return { id, name, status, task, ipv4, updatedAt, allowedActions: actionsOf(row), paidUntil };
  });
}
