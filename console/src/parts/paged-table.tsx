import { Button, Center, Stack } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Page } from '../api/call.ts';
import { useShellText } from '../i18n/use-shell-text.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

export interface PagedTableProps<T> extends Omit<DataTableProps<T>, 'rows' | 'rowKey'> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  /** Which of the rows so far are shown; default all. */
  readonly arrange?: (rows: readonly T[]) => readonly T[];
}

/** A paged list: its rows so far, and a button for more. */
export function PagedTable<T extends { readonly id: string }>({ query, arrange = (rows) => rows, ...table }: PagedTableProps<T>) {
  const t = useShellText();
  if (query.data === undefined) {
    return query.isError ? <ErrorNotice error={query.error} onRetry={() => void query.refetch()} /> : <Loading />;
  }
  return (
    <Stack>
      <DataTable {...table} rows={arrange(query.data.pages.flatMap(({ items }) => items))} rowKey={({ id }) => id} />
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t.loadMore}
          </Button>
        </Center>
      )}
    </Stack>
  );
}
