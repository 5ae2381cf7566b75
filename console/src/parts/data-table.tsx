import { Card, Table, useMatches } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Column<T> {
  readonly name: string;
  readonly cell: (row: T) => ReactNode;
  readonly align?: 'left' | 'right';
  /** Hidden where the screen is narrow. */
  readonly wideOnly?: boolean;
  /** For names that people choose: a long word is broken, and pushes nothing off the screen. */
  readonly wraps?: boolean;
}

export interface DataTableProps<T> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  /** Instead of the table where there are no rows. */
  readonly empty: ReactNode;
}

/** Rows in a table that scrolls by itself where it is too wide. */
export function DataTable<T>({ caption, columns, rows, rowKey, empty }: DataTableProps<T>) {
  const spacing = useMatches({ base: 'xs', sm: 'md' } as const);
  if (rows.length === 0) return <Card>{empty}</Card>;
  return (
    <Card padding={0}>
      <Table.ScrollContainer minWidth={0} type="native" tabIndex={0} role="region" aria-label={caption}>
        <Table highlightOnHover horizontalSpacing={spacing}>
          <Table.Caption hidden>{caption}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, align, wideOnly }) => (
                <Table.Th key={name} ta={align} visibleFrom={wideOnly ? 'sm' : undefined}>
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ name, cell, align, wideOnly, wraps }) => (
                  <Table.Td key={name} ta={align} visibleFrom={wideOnly ? 'sm' : undefined} className={wraps ? 'wraps' : undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
