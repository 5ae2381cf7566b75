import type { Locale } from '@boreal/contract/language.ts';
import type { ServerEvent } from '@boreal/contract/servers.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { decodeIdCursor, page, type Page } from '../../ground/page.ts';

/** A server's activity log in a reader's language, the newest first. */
export async function listServerEvents(
  ctx: CustomerCtx,
  input: { serverId: string; locale: Locale; limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<ServerEvent>> {
  const limit = input.limit ?? 1000;
  let query = ctx.db.sql
    .selectFrom('serverEvents')
    .selectAll()
    .where('serverId', '=', input.serverId)
    .where('accountId', '=', ctx.accountId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (input.cursor !== undefined) query = query.where('id', '<', decodeIdCursor(input.cursor, 'event'));
  const { items, nextCursor } = page(await query.execute(), limit, (row) => row.id);
  return {
    items: items.map((row) => ({
      id: row.id,
      type: row.type,
      level: row.level,
      actor: { type: row.actorType, id: row.actorId, name: row.actorName },
      fromStatus: row.fromStatus,
      toStatus: row.toStatus,
      reason: row.reason,
      message: input.locale === 'fr' ? (row.messageFr ?? row.message) : row.message,
      requestId: row.requestId,
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor,
  };
}
