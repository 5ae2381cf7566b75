import { Box, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** A page's title, which also names the tab; at the right what one mostly does here. */
export function PageHeader({ title, about, actions }: { title: string; about?: ReactNode; actions?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Boreal`;
  }, [title]);
  // Who has followed a link is told where they are; who types in this very page keeps their place.
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
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
