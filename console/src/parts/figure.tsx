import { Box, Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Figures beside each other, as many as there is room for an amount of millions in each: two on most telephones, five at a desk. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <Box
      display="grid"
      style={{ gap: 'var(--mantine-spacing-sm)', gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 165px), 1fr))' }}
    >
      {children}
    </Box>
  );
}

/** A figure to be read at a glance, and its label. */
export function Figure({ name, value, note }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <Card padding="md">
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz="xl" fw={650} component="div" className="figures">
        {value}
      </Text>
      {note !== undefined && (
        <Text size="sm" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </Card>
  );
}
