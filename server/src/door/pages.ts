import { z } from 'zod';
import { decodeCursor, foreignCursor, LIST_MAX, page, type Page } from '../core/page.ts';

/** The query of every list. Without either, everything up to 1,000 is answered. */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(1000).optional().meta({ description: 'How many at most, 1 to 1000.', example: 100 }),
  cursor: z.string().min(1).max(200).optional().meta({ description: '`meta.nextCursor` of the page before.' }),
});
export type PageQuery = z.infer<typeof PageQuery>;

export const PageMeta = z
  .object({ nextCursor: z.string().nullable().meta({ description: 'Where the next page begins; null on the last one.', example: null }) })
  .meta({ id: 'PageMeta', description: 'Present when `limit` or `cursor` was given.' });

/** `meta` beside `data`, for those who asked page by page. */
export function pageMeta(query: PageQuery, nextCursor: string | null): { meta?: { nextCursor: string | null } } {
  return query.limit === undefined && query.cursor === undefined ? {} : { meta: { nextCursor } };
}

/**
 * One page of a short list that is at hand as a whole.
 * @throws INVALID_REQUEST on a cursor that is not of this list
 */
export function pageOf<T extends { id: string }>(all: readonly T[], query: PageQuery): Page<T> {
  const limit = query.limit ?? LIST_MAX;
  const start = query.cursor === undefined ? 0 : after(all, decodeCursor(query.cursor));
  if (start === null) throw foreignCursor();
  return page(all.slice(start, start + limit + 1), limit, (item) => item.id);
}

function after(all: readonly { id: string }[], id: string): number | null {
  const index = all.findIndex((item) => item.id === id);
  return index === -1 ? null : index + 1;
}
