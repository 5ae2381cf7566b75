import { Alert, Stack } from '@mantine/core';
import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';

interface ChargeAlertProps {
  readonly failed: boolean;
  readonly title?: string | undefined;
  readonly mb?: 'md';
  readonly children: ReactNode;
}

/** What became of a charge for a term: that it failed, or what it waits for. */
export function ChargeAlert({ failed, title, mb, children }: ChargeAlertProps) {
  return (
    <Alert
      role={failed ? 'alert' : 'status'}
      variant="light"
      color={failed ? 'red' : 'blue'}
      icon={failed ? <CircleAlert aria-hidden /> : <Info aria-hidden />}
      title={title}
      mb={mb}
    >
      <Stack gap="xs" align="flex-start">
        {children}
      </Stack>
    </Alert>
  );
}
