import { Box, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOperatorOverviewText } from './text.ts';

/** px. */
export const CHART_HEIGHT = 260;
/** px, with its legend and the table's heading. */
export const CHART_CARD_HEIGHT = 380;

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
        <Box className="scrolls low" tabIndex={0} role="region" aria-label={label}>
          <table className="table stacks">
            <thead>
              <tr>
                {head.map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells[0]}>
                  {cells.map((cell, n) =>
                    n === 0 ? (
                      <th key={head[n]} scope="row">
                        {cell}
                      </th>
                    ) : (
                      <td key={head[n]} className="figures" data-name={head[n]}>
                        {cell}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      </details>
    </Card>
  );
}
