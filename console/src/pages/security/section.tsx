import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** Its state, beside the title. */
  readonly state?: ReactNode;
  readonly children: ReactNode;
}

/** One of a person's proofs of identity. */
export function Section({ title, about, state, children }: SectionProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack>
        <div>
          <Group gap="sm">
            <Title order={2} size="h3" id={id}>
              {title}
            </Title>
            {state}
          </Group>
          {about !== undefined && (
            <Text size="sm" c="dimmed">
              {about}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
