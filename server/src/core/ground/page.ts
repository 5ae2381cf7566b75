import { listSentences } from '@boreal/contract/request-sentences/lists.sentences.ts';
import { idPrefixes, type Noun } from '@boreal/contract/values/ids.ts';
import { type AppError, invalidRequest } from '../../kit/errors.ts';

/** The maximum and default length of a list. */
export const LIST_MAX = 1000;

/** A part of a list, and the cursor to continue after it; null at the end. */
export interface Page<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** The request for a page of a list: how many items, and after which cursor. */
export interface PageInput {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * A page of a list that is ordered by its items' ids. `read` receives the id to continue after, and the most rows to read.
 * @throws INVALID_REQUEST on a cursor of another list
 */
export async function pageById<T extends { readonly id: string }>(
  noun: Noun,
  { limit = LIST_MAX, cursor }: PageInput,
  read: (lastId: string | undefined, limit: number) => Promise<readonly T[]>,
): Promise<Page<T>> {
  const rows = await read(cursor === undefined ? undefined : decodeIdCursor(cursor, noun), limit + 1);
  return page(rows, limit, (row) => row.id);
}

/** Cuts rows that were read with `limit + 1` to a page; its cursor is the key of the last row shown. */
export function page<T>(rows: readonly T[], limit: number, keyOf: (row: T) => string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items, nextCursor: more ? encodeCursor(keyOf(last)) : null };
}

/** A cursor that continues after a key. */
export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** The key in a cursor. @throws INVALID_REQUEST on a cursor that no list has issued */
export function decodeCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  const key = bytes.toString('latin1');
  if (bytes.toString('base64url') === cursor && /^[\x21-\x7e]{1,100}$/.test(key)) return key;
  throw foreignCursor();
}

/** The same, for a list ordered by its items' ids. @throws INVALID_REQUEST also on a cursor of another list */
function decodeIdCursor(cursor: string, noun: Noun): string {
  const id = decodeCursor(cursor);
  if (id.startsWith(`${idPrefixes[noun]}_`)) return id;
  throw foreignCursor();
}

/** The error for a cursor that does not belong to the list. */
export function foreignCursor(): AppError {
  return invalidRequest('cursor', listSentences.foreignCursor);
}
