import { Alert, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What every button of an alert looks like. */
export const WAY = { size: 'xs', variant: 'default' } as const;

interface AlertLineProps {
  readonly color: string;
  readonly text: ReactNode;
  /** The button that leads to where something can be done about it. */
  readonly way: ReactNode;
}

/** One thing that needs attention. */
export function AlertLine({ color, text, way }: AlertLineProps) {
  return (
    <Alert variant="light" color={color} p="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 16rem" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        {way}
      </Group>
    </Alert>
  );
}
