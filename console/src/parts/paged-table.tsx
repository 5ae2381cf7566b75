import { Button, Center, Stack, Text } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '../api/call.ts';
import { useFormats } from '../format/use-formats.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import type { DataTableProps } from './data-table.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { LongTable, useSorting } from './list-table.tsx';
import { Loading } from './loading.tsx';

export interface PagedTableProps<T> extends Omit<DataTableProps<T>, 'rows' | 'rowKey' | 'sorted' | 'onSort'> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  /** What is shown of what is loaded. */
  readonly arrange?: (rows: readonly T[]) => readonly T[];
  /** Of the button for more. */
  readonly more?: string;
}

/** To sort a list one must have it: so many rows are loaded for it, and beyond them it says that it is a part. */
const SORTED_MAX = 5000;

/** A paged list: its rows so far, and a button for more. Sorting one loads the rest first, or it would put some of it in order. */
export function PagedTable<T extends { readonly id: string }>({ query, arrange = (all) => all, more, ...table }: PagedTableProps<T>) {
  const t = useShellText();
  const format = useFormats();
  const { sorted, sort, heads } = useSorting(table.columns);
  const { data, isError, hasNextPage, isFetching, fetchNextPage } = query;
  const rows = arrange(data?.pages.flatMap(({ items }) => items) ?? []);
  const isSorted = sorted !== null;
  const isPart = hasNextPage && rows.length >= SORTED_MAX;
  const loadsRest = isSorted && hasNextPage && !isPart && !isError;
  useEffect(() => {
    if (loadsRest && !isFetching) void fetchNextPage();
  }, [loadsRest, isFetching, fetchNextPage]);
  if (data === undefined) return isError ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} /> : <Loading />;
  return (
    <Stack>
      {isSorted && hasNextPage && (
        <Text size="sm" c="dimmed" role="status">
          {isPart ? t.sortedPart(format.number(rows.length)) : t.loadingToSort}
        </Text>
      )}
      <LongTable {...table} {...heads} sorted={sorted} rows={sort(rows)} rowKey={({ id }) => id} />
      {isError && <ErrorNotice error={query.error} onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {more ?? t.loadMore}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
