import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../data-table.tsx';
import { ColumnMenu } from './column-menu.tsx';
import type { ListFilter } from './list-filter.rules.ts';
import { SavedFilters } from './saved-filters.tsx';
import type { KeptFilter } from './use-list-filter.ts';
import type { ListName } from './use-kept-list.ts';

export interface ListBarProps<T, F extends ListFilter> {
  readonly list: ListName;
  /** As they are given to the list, before any is hidden; none: there is no choice of them. */
  readonly columns?: readonly Column<T>[];
  readonly filter?: KeptFilter<F> | undefined;
  /** What the list is filtered with. */
  readonly children?: ReactNode;
}

/** Above a list: what it is filtered with, the filters that somebody saved for it, and the choice of its columns. */
export function ListBar<T, F extends ListFilter>({ list, columns = [], filter, children }: ListBarProps<T, F>) {
  return (
    <Group align="flex-end" justify="space-between" gap="sm">
      <Group align="flex-end" flex="1 1 320px">
        {children}
      </Group>
      <Group gap="xs">
        {filter !== undefined && <SavedFilters list={list} filter={filter} />}
        <ColumnMenu list={list} columns={columns} />
      </Group>
    </Group>
  );
}
