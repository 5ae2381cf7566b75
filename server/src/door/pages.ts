import type { PageQuery } from '@boreal/contract/api/pages.ts';
import { decodeCursor, foreignCursor, LIST_MAX, page, type Page } from '../core/ground/page.ts';

/** `meta` beside `data`, for requests with paging. */
export function pageMeta(query: PageQuery, nextCursor: string | null): { meta?: { nextCursor: string | null } } {
  return query.limit === undefined && query.cursor === undefined ? {} : { meta: { nextCursor } };
}

/**
 * One page of a short list that is available as a whole.
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
