import type { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { notFound } from '../../../../kit/errors.ts';
import { findAccount } from '../../../money/accounts/accounts.store.ts';
import type { Ctx } from '../../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../../ground/page.ts';
import { selectAllServers, type ServerListing } from './server-lists.store.ts';

/**
 * Servers of every account, or of one, oldest first; deleted ones only when requested by status; optionally only those whose id,
 * name or address matches a search. For operators.
 * @throws NOT_FOUND when there is no such account
 */
export async function listAllServers(
  ctx: Ctx,
  input: PageInput & { accountId?: string | undefined; status?: ServerStatus | undefined; search?: string | undefined } = {},
): Promise<Page<ServerListing>> {
  const { accountId, status, search } = input;
  if (accountId !== undefined && !(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
  return pageById('server', input, (lastId, limit) =>
    selectAllServers(ctx.db.sql, { accountId, status, search, after: lastId ?? null, limit }),
  );
}
