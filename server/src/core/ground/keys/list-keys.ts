import type { ApiKey } from '@boreal/contract/keys.ts';
import type { CustomerCtx } from '../ctx.ts';
import { decodeIdCursor, LIST_MAX, page, type Page } from '../page.ts';
import { selectWorkingKeys } from './keys.store.ts';

/** The account's REST keys that are neither revoked nor expired, newest first. */
export async function listApiKeys(
  ctx: CustomerCtx,
  input: { limit?: number | undefined; cursor?: string | undefined },
): Promise<Page<ApiKey>> {
  const limit = input.limit ?? LIST_MAX;
  const rows = await selectWorkingKeys(ctx.db.sql, {
    accountId: ctx.accountId,
    kind: 'rest',
    now: ctx.clock.now(),
    before: input.cursor === undefined ? undefined : decodeIdCursor(input.cursor, 'key'),
    limit: limit + 1,
  });
  const { items, nextCursor } = page(rows, limit, (row) => row.id);
  return {
    items: items.map(({ makerId, makerName, ...row }) => ({
      ...row,
      ...(makerId !== null && { madeBy: { id: makerId, name: makerName ?? '' } }),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
    nextCursor,
  };
}
