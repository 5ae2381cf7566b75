import { Progress, type ProgressRootProps } from '@mantine/core';

interface MeterProps extends Omit<ProgressRootProps, 'color' | 'children'> {
  /** Per cent; more is shown as full. */
  readonly value: number;
  readonly 'aria-label': string;
  readonly color?: string | undefined;
}

/** How much of something is there, or is used up. Work that goes on has a `Progress`: who listens is told the two apart. */
export function Meter({ value, 'aria-label': label, color, ...root }: MeterProps) {
  const shown = Math.min(100, value);
  return (
    <Progress.Root {...root}>
      <Progress.Section
        value={shown}
        color={color}
        withAria={false}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(shown)}
      />
    </Progress.Root>
  );
}
