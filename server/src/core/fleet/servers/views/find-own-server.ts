import { addMs, DAY_MS } from '../../../../kit/clock.ts';
import { notFound } from '../../../../kit/errors.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { findOwnStatus } from '../servers.store.ts';

/** Days for which a deleted server's details, usage and events stay readable. */
export const DELETED_READABLE_DAYS = 90;

/**
 * 404 unless the account owns the server. Another account's server and one that never existed look the same. `deletedToo` admits
 * servers deleted in the last 90 days, for what stays readable.
 */
export async function requireOwnServer(ctx: CustomerCtx, input: { serverId: string; deletedToo?: boolean }): Promise<void> {
  const row = await findOwnStatus(ctx.db.sql, { accountId: ctx.accountId, serverId: input.serverId });
  if (!row) throw notFound('server');
  if (row.status !== 'DELETED') return;
  const readable = row.deletedAt !== null && addMs(row.deletedAt, DELETED_READABLE_DAYS * DAY_MS) > ctx.clock.now();
  if (!input.deletedToo || !readable) throw notFound('server');
}
