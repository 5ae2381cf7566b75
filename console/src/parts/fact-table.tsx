import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Facts about one thing: a name and a value in each row. */
export function FactTable({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={5} horizontalSpacing={0} layout="auto">
      <Table.Tbody>
        {facts.map(({ name, value }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" c="dimmed" fw={400} pr="lg" w="32%" style={{ verticalAlign: 'top' }}>
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
