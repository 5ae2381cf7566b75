import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useArrival } from './use-arrival.ts';

/** A page's title, which also names the tab; on the right its main action. */
export function PageHeader({ title, about, actions }: { title: string; about?: ReactNode; actions?: ReactNode }) {
  const heading = useArrival(title);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      <Box>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" component="div" maw={720}>
            {about}
          </Text>
        )}
      </Box>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
