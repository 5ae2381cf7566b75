import { Box, Card } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Sorted, SortValue } from './sort-rows.rules.ts';

export interface Column<T> {
  readonly name: string;
  /** For what is kept of a column that may be hidden, in any language; without it, it may not. */
  readonly id?: string;
  /** By somebody's choice; on telephones, which have no room for a choice, it is shown. */
  readonly hidden?: boolean;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'left' | 'right';
  /** Hidden where the screen is narrow. */
  readonly wideOnly?: boolean;
  /** For names that people choose: a long word is broken, and pushes nothing off the screen. */
  readonly wraps?: boolean;
  /** What the rows are sorted by when its heading is pressed; without it they are not. */
  readonly sort?: string;
  /** What its rows are sorted by in a list that sorts by itself. */
  readonly sortBy?: (row: T) => SortValue;
}

export interface DataTableProps<T> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly sorted?: Sorted | null;
  readonly onSort?: (by: string) => void;
  /** What the rows come to: a last row of the same columns. */
  readonly total?: T;
  /** What follows a row while it is open: `show` makes rows of the same columns, of which there are `width`. */
  readonly below?: ((row: T, as: { show: (rows: readonly T[]) => ReactNode; width: number }) => ReactNode) | undefined;
  /** Instead of the table where there are no rows. */
  readonly empty: ReactNode;
}

/** Rows in a table that scrolls by itself where it is too wide. */
export function DataTable<T>({ caption, columns, rows, rowKey, sorted = null, onSort, total, below, empty }: DataTableProps<T>) {
  if (rows.length === 0) return <Card>{empty}</Card>;
  const seen = columns.filter(({ hidden, wideOnly }) => !(hidden && wideOnly));
  const show = (more: readonly T[]) =>
    more.map((row) => (
      <tr key={rowKey(row)}>
        <Cells columns={seen} row={row} />
      </tr>
    ));
  return (
    <Card padding={0}>
      <Box className="scrolls" tabIndex={0} role="region" aria-label={caption}>
        <table className="table rows">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {seen.map(({ name, align, wideOnly, hidden, sort }) => {
                const order = sort === undefined || sort !== sorted?.by ? undefined : sorted.desc ? 'descending' : 'ascending';
                return (
                  <th key={name} className={classOf({ align, wideOnly, hidden })} aria-sort={order}>
                    {sort === undefined || onSort === undefined ? (
                      name
                    ) : (
                      <button type="button" className="sorts" onClick={() => onSort(sort)}>
                        {name}
                        <span aria-hidden>{order === undefined ? '\u00a0' : order === 'ascending' ? '↑' : '↓'}</span>
                      </button>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Fragment key={rowKey(row)}>
                <tr>
                  <Cells columns={seen} row={row} />
                </tr>
                {below?.(row, { show, width: seen.length })}
              </Fragment>
            ))}
          </tbody>
          {total !== undefined && (
            <tfoot>
              <tr className="strong">
                <Cells columns={seen} row={total} />
              </tr>
            </tfoot>
          )}
        </table>
      </Box>
    </Card>
  );
}

function Cells<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  return columns.map(({ name, cell, align, wideOnly, hidden, wraps }) => (
    <td key={name} className={classOf({ align, wideOnly, hidden, wraps })}>
      {cell(row)}
    </td>
  ));
}

function classOf({
  align,
  wideOnly,
  hidden,
  wraps,
}: {
  align?: Column<unknown>['align'];
  wideOnly?: boolean | undefined;
  hidden?: boolean | undefined;
  wraps?: boolean | undefined;
}) {
  const classes = [align === 'right' && 'right', wideOnly && 'wide-only', hidden && 'narrow-only', wraps && 'wraps'];
  return classes.filter((name) => typeof name === 'string').join(' ') || undefined;
}
