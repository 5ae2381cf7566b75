import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty list: why, and what to do. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      <Text c="dimmed" ta="center" maw={480}>
        {text}
      </Text>
      {action}
    </Stack>
  );
}
