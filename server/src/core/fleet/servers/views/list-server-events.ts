import type { Locale } from '@boreal/contract/words/language.ts';
import type { ServerEvent } from '@boreal/contract/servers/servers.ts';
import type { CustomerCtx } from '../../../ground/ctx.ts';
import { pageById, type Page, type PageInput } from '../../../ground/page.ts';
import { eventMessage } from '../events/event-message.rules.ts';
import { selectServerEvents } from './server-lists.store.ts';

/** A server's activity log in a reader's language, newest first. */
export async function listServerEvents(
  ctx: CustomerCtx,
  input: PageInput & { serverId: string; locale: Locale },
): Promise<Page<ServerEvent>> {
  const { accountId } = ctx;
  const { items, nextCursor } = await pageById('event', input, (lastId, limit) =>
    selectServerEvents(ctx.db.sql, { accountId, serverId: input.serverId, before: lastId ?? null, limit }),
  );
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
