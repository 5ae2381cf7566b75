import { asRead } from '@boreal/contract/values/visible-text.ts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { DialogButtons } from './form-buttons.tsx';

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: ReactNode;
  /** The button's text: the action, not "OK". */
  readonly action: string;
  /** Irreversible: the button is red. */
  readonly destructive?: boolean;
  /** If given, it must be typed first: for irreversible actions. */
  readonly name?: string;
  /** What it asks about is not known yet. */
  readonly waits?: boolean;
  readonly busy: boolean;
  readonly error?: unknown;
  readonly onConfirm: () => void;
}

/** Asks for confirmation before something that costs or cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title, text, action, destructive = false, name, waits = false, busy, error, onConfirm } = props;
  const t = useShellText();
  const [typed, setTyped] = useState('');
  const ready = !waits && (name === undefined || asRead(typed) === asRead(name));
  const close = () => {
    setTyped('');
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !busy) onConfirm();
        }}
      >
        <Stack>
          <Text component="div" size="sm">
            {text}
          </Text>
          {name !== undefined && (
            <TextInput
              label={t.confirmName(name)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          {error !== undefined && error !== null && <ErrorNotice error={error} />}
          <DialogButtons onCancel={close}>
            <Button type="submit" color={destructive ? 'red' : undefined} loading={busy} disabled={!ready}>
              {action}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
