import type { ApiKey } from '@boreal/contract/people/keys.ts';
import type { CustomerCtx } from '../ctx.ts';
import { pageById, type Page, type PageInput } from '../page.ts';
import { selectWorkingKeys } from './keys.store.ts';

/** The account's REST keys that are neither revoked nor expired, newest first; optionally only those that match a search. */
export async function listApiKeys(ctx: CustomerCtx, input: PageInput & { search?: string | undefined }): Promise<Page<ApiKey>> {
  const { accountId } = ctx;
  const { search } = input;
  const { items, nextCursor } = await pageById('key', input, (before, limit) =>
    selectWorkingKeys(ctx.db.sql, { accountId, kind: 'rest', search, now: ctx.clock.now(), before, limit }),
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
