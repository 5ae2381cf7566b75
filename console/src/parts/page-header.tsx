import { Box, Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useArrival } from './use-arrival.ts';

/** Why a button cannot be pressed would leave the page on the right. */
const AT_THE_EDGE = { '--reason-left': 'auto', '--reason-right': '0', '--reason-shift': '0' };

/** A page's title, which also names the tab; on the right its main action. */
export function PageHeader({ title, about, actions }: { title: string; about?: ReactNode; actions?: ReactNode }) {
  const heading = useArrival(title);
  return (
    <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
      {/* A long sentence makes room for the buttons beside it; on a telephone a short title stands beside one. */}
      <Box flex={{ md: '1 1 400px' }}>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {about !== undefined && (
          <Text c="dimmed" component="div" maw={720}>
            {about}
          </Text>
        )}
      </Box>
      {actions !== undefined && (
        <Group gap="sm" style={AT_THE_EDGE}>
          {actions}
        </Group>
      )}
    </Group>
  );
}
