import { Box, Card, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOperatorOverviewText } from './text.ts';

/** A chart, and the same as a table for people who cannot see it or want the figures. */
export function ChartCard({
  label,
  head,
  rows,
  children,
}: {
  label: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  children: ReactNode;
}) {
  const t = useOperatorOverviewText();
  return (
    <Card>
      <Box role="img" aria-label={label}>
        {children}
      </Box>
      <details>
        <Box component="summary" mt="sm" style={{ cursor: 'pointer' }}>
          {t.asTable}
        </Box>
        <Table.ScrollContainer minWidth={0} type="native" mah={320} tabIndex={0} role="region" aria-label={label}>
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {head.map((name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((cells) => (
                <Table.Tr key={cells[0]}>
                  {cells.map((cell, n) => (
                    <Table.Td key={head[n]} className="figures">
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </Card>
  );
}
