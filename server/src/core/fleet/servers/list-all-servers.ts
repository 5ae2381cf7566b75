import type { ServerStatus } from '@boreal/contract/servers.ts';
import type { Selectable } from 'kysely';
import type { Servers } from '../../../db/rows.gen.ts';
import { notFound } from '../../../kit/errors.ts';
import { findAccount } from '../../money/accounts/accounts.store.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { containing } from '../../ground/search.rules.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../../ground/page.ts';

/** A server as its operator sees it: whose it is, where it runs, and what it waits for. */
export interface ServerListing extends Pick<
  Selectable<Servers>,
  'id' | 'name' | 'accountId' | 'planId' | 'status' | 'task' | 'ipv4' | 'hostId' | 'waitReason' | 'createdAt'
> {
  readonly accountName: string;
  readonly hostName: string | null;
}

/**
 * Servers of every account, or of one, the oldest first; deleted ones only when asked for by status; only those whose id,
 * name or address a search finds where given. For operators.
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
  let query = ctx.db.sql
    .selectFrom('servers as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .leftJoin('hosts as h', 'h.id', 's.hostId')
    .select(['s.id', 's.name', 's.accountId', 'a.name as accountName', 's.planId', 's.status', 's.task', 's.ipv4'])
    .select(['s.hostId', 'h.name as hostName', 's.waitReason', 's.createdAt'])
    .where('s.status', status === undefined ? '<>' : '=', status ?? 'DELETED')
    .orderBy('s.id')
    .limit(limit + 1);
  if (accountId !== undefined) {
    if (!(await findAccount(ctx.db.sql, accountId))) throw notFound('account');
    query = query.where('s.accountId', '=', accountId);
  }
  const { search } = input;
  if (search !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('s.id', '=', search), eb('s.name', 'ilike', containing(search)), eb('s.ipv4', '=', search), eb('s.ipv6', '=', search)]),
    );
  }
  if (input.cursor !== undefined) query = query.where('s.id', '>', decodeIdCursor(input.cursor, 'server'));
  return page(await query.execute(), limit, (row) => row.id);
}
