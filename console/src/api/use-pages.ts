import { useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from './call.ts';

interface Pages<T> {
  readonly queryKey: readonly unknown[];
  /** One page; a cursor that is null is the first. */
  readonly load: (cursor: string | null) => Promise<Page<T>>;
  readonly enabled?: boolean;
}

/** How often a list is polled; one that somebody has read far down is left alone, because all of it would be fetched. */
const LOOK_EVERY_MS = 10_000;
const PAGES_MAX = 2;

/** A list page by page, for `PagedTable`, kept up to date. */
export function usePages<T>({ queryKey, load, enabled = true }: Pages<T>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }: { pageParam: string | null }) => load(pageParam),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > PAGES_MAX ? false : LOOK_EVERY_MS),
  });
}
