import type { ServerStatus } from '@boreal/contract/servers.ts';
import { notFound } from '../../../kit/errors.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../../ground/page.ts';
import { selectAllServers, type ServerListing } from './server-lists.store.ts';

/**
 * Servers of every account, or of one, oldest first; deleted ones only when requested by status; optionally only those whose id,
 * name or address matches a search. For operators.
 * @throws NOT_FOUND when there is no such account
 */
export async function listAllServers(
  ctx: Ctx,
  input: {
    accountId?: string | undefined;
    status?: ServerStatus | undefined;
    search?: string | undefined;
    limit?: number | undefined;
    cursor?: string | undefined;
  } = {},
): Promise<Page<ServerListing>> {
  const { accountId, status } = input;
  const limit = input.limit ?? LIST_MAX;
  if (accountId !== undefined && !(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
  const after = input.cursor === undefined ? null : decodeIdCursor(input.cursor, 'server');
  const rows = await selectAllServers(ctx.db.sql, { accountId, status, search: input.search, after, limit: limit + 1 });
  return page(rows, limit, (row) => row.id);
}
