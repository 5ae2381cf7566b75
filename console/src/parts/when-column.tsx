import { Text } from '@mantine/core';
import type { Column } from './data-table.tsx';
import { Ago } from './ago.tsx';

/** The column that says when something was done, in one line. */
export function whenColumn(name: string): Column<{ readonly createdAt: string }> {
  return {
    name,
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        <Ago iso={createdAt} />
      </Text>
    ),
    wideOnly: true,
  };
}
