import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PagedTable, type PagedTableProps } from '../paged-table.tsx';
import { ListBar, type ListBarProps } from './list-bar.tsx';
import type { ListFilter } from './list-filter.rules.ts';
import { useChosenColumns } from './use-chosen-columns.ts';

interface PagedListProps<T, F extends ListFilter> extends PagedTableProps<T>, Omit<ListBarProps<T, F>, 'columns'> {
  /** Between its bar and its rows: what can be done with several of them. */
  readonly bulk?: ReactNode;
}

/** A paged list with its bar, which stays while another filter's rows are on their way. */
export function PagedList<T extends { readonly id: string }, F extends ListFilter>(props: PagedListProps<T, F>) {
  const { list, filter, children, columns, bulk, ...table } = props;
  return (
    <Stack>
      <ListBar list={list} filter={filter} columns={columns}>
        {children}
      </ListBar>
      {bulk}
      <PagedTable {...table} columns={useChosenColumns(list, columns)} />
    </Stack>
  );
}
