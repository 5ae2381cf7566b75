import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface CostLine {
  readonly name: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

/** Names on the left, amounts on the right. */
export function CostLines({ lines }: { lines: readonly CostLine[] }) {
  return (
    <Stack gap={6} component="dl" m={0}>
      {lines.map(({ name, value, strong }) => (
        <Group key={name} justify="space-between" gap="md" wrap="nowrap" align="baseline">
          <Text component="dt" size="sm" c={strong ? undefined : 'dimmed'}>
            {name}
          </Text>
          <Text component="dd" m={0} size="sm" ta="right" fw={strong ? 650 : 500} className="figures">
            {value}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
