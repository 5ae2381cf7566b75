import { Group, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './choice-card.module.css';

interface ChoiceCardProps {
  readonly value: string;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** At the right of the title: a price, a badge. */
  readonly aside?: ReactNode;
  readonly disabled?: boolean;
}

/** One of several options, with its advantages. Inside a `Radio.Group`. */
export function ChoiceCard({ value, title, text, aside, disabled }: ChoiceCardProps) {
  return (
    <Radio.Card value={value} className={classes.card} disabled={disabled} data-disabled={disabled || undefined}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator disabled={disabled} mt={3} />
        <Stack gap={2} flex={1} miw={0}>
          <Group justify="space-between" gap="xs">
            <Text component="span" fw={600}>
              {title}
            </Text>
            {aside}
          </Group>
          {text !== undefined && (
            <Text component="div" size="sm" c="dimmed">
              {text}
            </Text>
          )}
        </Stack>
      </Group>
    </Radio.Card>
  );
}
