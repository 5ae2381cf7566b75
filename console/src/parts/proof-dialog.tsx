import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { proveAgain } from '../api/proof.ts';
import { signInWithPasskey } from '../api/sign-in.ts';
import { useMe } from '../app/account.tsx';
import { en } from '../i18n/en/proof.ts';
import { fr } from '../i18n/fr/proof.ts';
import { textsOf } from '../i18n/language.tsx';
import { useShellText } from '../i18n/use-shell-text.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice, fieldError } from './error-notice.tsx';
import { useNoPasskeys } from './use-no-passkeys.ts';

const useProofText = textsOf({ en, fr });

/** Above the dialog that it may be asked from. */
const ABOVE = 300;

/** Asks once more who somebody is, by their password, a code of their app, or a passkey, and then lets them go on. */
export function ProofDialog({ onClose }: { onClose: (proven: boolean) => void }) {
  const t = useProofText();
  const shell = useShellText();
  const { email, twoFactorEnabled } = useMe();
  const [by, setBy] = useState<'password' | 'code'>('password');
  const [given, setGiven] = useState('');
  const onSuccess = () => onClose(true);
  const prove = useMutation({ mutationFn: () => proveAgain(by === 'password' ? { by, password: given } : { by, code: given }), onSuccess });
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess });
  const noPasskeys = useNoPasskeys();
  const error = prove.error ?? passkey.error;
  const wrong = fieldError(prove.error, by);
  const swap = () => {
    setBy(by === 'password' ? 'code' : 'password');
    setGiven('');
    prove.reset();
  };
  const input = { value: given, error: wrong, 'data-autofocus': true } as const;
  return (
    <Dialog opened onClose={() => onClose(false)} title={t.title} zIndex={ABOVE}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The form that waits below this dialog is not sent by it.
          event.stopPropagation();
          if (!prove.isPending && given !== '') prove.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{t.about}</Text>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          {by === 'password' ? (
            <PasswordInput
              {...input}
              label={t.password}
              autoComplete="current-password"
              onChange={(event) => setGiven(event.currentTarget.value)}
            />
          ) : (
            <TextInput
              {...input}
              label={t.code}
              autoComplete="one-time-code"
              inputMode="numeric"
              onChange={(event) => setGiven(event.currentTarget.value)}
            />
          )}
          {error !== null && wrong === null && <ErrorNotice error={error} />}
          <Group gap="lg">
            {twoFactorEnabled && (
              <Anchor component="button" type="button" size="sm" onClick={swap}>
                {by === 'password' ? t.useCode : t.usePassword}
              </Anchor>
            )}
            {noPasskeys === null && (
              <Anchor component="button" type="button" size="sm" onClick={() => passkey.mutate()}>
                {t.usePasskey}
              </Anchor>
            )}
          </Group>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onClose(false)}>
              {shell.cancel}
            </Button>
            <Button type="submit" loading={prove.isPending || passkey.isPending}>
              {t.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
