import type { Locale } from '@boreal/contract/language.ts';
import type { ServerEvent } from '@boreal/contract/servers.ts';
import type { CustomerCtx } from '../../ground/ctx.ts';
import { decodeIdCursor, page, type Page } from '../../ground/page.ts';
import { eventMessage } from './event-message.rules.ts';
import { selectServerEvents } from './server-lists.store.ts';

/** A server's activity log in a reader's language, newest first. */
export async function listServerEvents(
  ctx: CustomerCtx,
  input: { serverId: string; locale: Locale; limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<ServerEvent>> {
  const limit = input.limit ?? 1000;
  const before = input.cursor === undefined ? null : decodeIdCursor(input.cursor, 'event');
  const rows = await selectServerEvents(ctx.db.sql, { accountId: ctx.accountId, serverId: input.serverId, before, limit: limit + 1 });
  const { items, nextCursor } = page(rows, limit, (row) => row.id);
  return {
    items: items.map((row) => ({
      id: row.id,
      type: row.type,
      level: row.level,
      actor: { type: row.actorType, id: row.actorId, name: row.actorName },
      fromStatus: row.fromStatus,
      toStatus: row.toStatus,
      reason: row.reason,
      message: eventMessage(row, input.locale),
      requestId: row.requestId,
      createdAt: row.createdAt.toISOString(),
    })),
    nextCursor,
  };
}
