import { Box, Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import type { Refused } from './act-on-all.ts';
import { Dialog } from './dialog.tsx';
import { useErrorText } from './error-notice.tsx';

export interface Refusals {
  /** How many of all it was done with. */
  readonly done: string;
  readonly refused: readonly Refused[];
}

/** What was not done, one by one, and why. Stays until it has been read, however long it is. */
export function RefusalsDialog({ done, refused, onClose }: Refusals & { onClose: () => void }) {
  const shell = useShellText();
  const errorText = useErrorText();
  return (
    <Dialog opened onClose={onClose} title={done}>
      <Stack>
        <LongList>
          {refused.map(({ id, name, error }) => (
            <li key={id}>{shell.refused(name, errorText(error))}</li>
          ))}
        </LongList>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {shell.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Of hundreds of names, too, which must not push the buttons off the screen. */
export function LongList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" mah="35vh" my={0} style={{ overflowY: 'auto', overflowWrap: 'anywhere' }} tabIndex={0}>
      {children}
    </Box>
  );
}
