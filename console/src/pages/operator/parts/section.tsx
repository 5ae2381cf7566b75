import { Box, Group, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** A part of a page under a heading of its own. */
export function Section({
  title,
  about,
  actions,
  children,
}: {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} mt="xl">
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <Box>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about !== undefined && (
            <Text c="dimmed" size="sm" maw={720}>
              {about}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
