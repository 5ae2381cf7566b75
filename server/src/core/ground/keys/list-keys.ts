import type { ApiKey } from '@boreal/contract/keys.ts';
import type { CustomerCtx } from '../ctx.ts';
import { pageById, type Page, type PageInput } from '../page.ts';
import { selectWorkingKeys } from './keys.store.ts';

/** The account's REST keys that are neither revoked nor expired, newest first. */
export async function listApiKeys(ctx: CustomerCtx, input: PageInput): Promise<Page<ApiKey>> {
  const { items, nextCursor } = await pageById('key', input, (before, limit) =>
    selectWorkingKeys(ctx.db.sql, { accountId: ctx.accountId, kind: 'rest', now: ctx.clock.now(), before, limit }),
  );
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
