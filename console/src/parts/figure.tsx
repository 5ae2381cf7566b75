import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';

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
