import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useSecurityText } from './text.ts';

interface AskPasswordProps {
  readonly text: string;
  /** What the button says. */
  readonly action: string;
  readonly destructive?: boolean;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onPassword: (password: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the password once more, before what decides over signing in is changed. */
export function AskPassword({ text, action, destructive = false, busy, error, onPassword, onCancel }: AskPasswordProps) {
  const t = useSecurityText();
  const shell = useShellText();
  const { email } = useMe();
  const [password, setPassword] = useState('');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onPassword(password);
      }}
    >
      <Stack>
        <Text size="sm">{text}</Text>
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label={t.passwordToGoOn}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        {error !== null && error !== undefined && <ErrorNotice error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {shell.cancel}
          </Button>
          <Button type="submit" color={destructive ? 'red' : undefined} loading={busy}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
