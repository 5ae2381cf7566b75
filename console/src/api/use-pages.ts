import { useInfiniteQuery } from '@tanstack/react-query';
import type { Page } from './call.ts';

interface Pages<T> {
  readonly queryKey: readonly unknown[];
  /** One page; a cursor that is null is the first. */
  readonly load: (cursor: string | null) => Promise<Page<T>>;
  readonly enabled?: boolean;
}

/** A list page by page, for `PagedTable`. */
export function usePages<T>({ queryKey, load, enabled = true }: Pages<T>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }: { pageParam: string | null }) => load(pageParam),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled,
  });
}
