import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

export interface FormDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: 'md' | 'xl';
  /** What it does, and what it does not. */
  readonly about?: ReactNode;
  /** What the button says: the deed, not "OK". */
  readonly action: string;
  readonly destructive?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSubmit: (fields: FormData) => void;
  readonly children: ReactNode;
}

/** A form in a dialog; the server says what is wrong with it. */
export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, size = 'md', about, action, destructive = false, busy, error, onSubmit, children } = props;
  const t = useShellText();
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={size}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit(new FormData(event.currentTarget));
        }}
      >
        <Stack>
          {about !== undefined && (
            <Text size="sm" component="div">
              {about}
            </Text>
          )}
          {children}
          {error !== null && error !== undefined && <ErrorNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t.cancel}
            </Button>
            <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
