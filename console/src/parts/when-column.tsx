import { Text } from '@mantine/core';
import type { Column } from './data-table.tsx';
import { Time } from './time.tsx';

/** The column that says when something was done, in one line. */
export function whenColumn(name: string): Column<{ readonly createdAt: string }> {
  return {
    name,
    cell: ({ createdAt }) => (
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        <Time iso={createdAt} />
      </Text>
    ),
    wideOnly: true,
  };
}
