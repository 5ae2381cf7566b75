import { proveAgain } from '@boreal/contract/endpoints/console/proof.ts';
import type { WaysIn } from '@boreal/contract/people/identities.ts';
import { ProofRequest } from '@boreal/contract/people/sign-in.ts';
import { Anchor, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { waysInQuery } from '../api/identities.ts';
import { signInWithPasskey } from '../api/sign-in.ts';
import { useMe } from '../app/account.tsx';
import { en } from '../i18n/en/proof.ts';
import { fr } from '../i18n/fr/proof.ts';
import { textsOf } from '../i18n/language.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { DialogButtons } from './form-buttons.tsx';
import { IdentityButtons } from './identity-buttons.tsx';
import { Queried } from './queried.tsx';
import { FormProblem, RequestForm } from './request-form.tsx';
import { useNoPasskeys } from './use-no-passkeys.ts';
import { useRequestForm } from './use-request-form.ts';

const useProofText = textsOf({ en, fr });

/** On top of the dialog that may have caused it. */
const ABOVE = 300;

/** Asks for another proof of identity, by password, a code of the app, or a passkey, and then continues. */
export function ProofDialog({ onClose }: { onClose: (proven: boolean) => void }) {
  const t = useProofText();
  const waysIn = useQuery(waysInQuery);
  return (
    <Dialog opened onClose={() => onClose(false)} title={t.title} zIndex={ABOVE}>
      <Queried query={waysIn}>{(ways) => <Proof ways={ways} onClose={onClose} />}</Queried>
    </Dialog>
  );
}

function Proof({ ways, onClose }: { ways: WaysIn; onClose: (proven: boolean) => void }) {
  const t = useProofText();
  const { email, twoFactorEnabled } = useMe();
  const [by, setBy] = useState<'password' | 'code'>(ways.password ? 'password' : 'code');
  // Without a password there is something to type only if there is an app for it.
  const isTyped = ways.password || twoFactorEnabled;
  // What a code is asked for after proves nothing alone.
  const elsewhere = twoFactorEnabled ? [] : ways.identities.map(({ provider }) => provider);
  const onSuccess = () => onClose(true);
  const form = useRequestForm({
    initialValues: { given: '' },
    schema: ProofRequest,
    request: ({ given }): ProofRequest => (by === 'password' ? { by, password: given } : { by, code: given }),
    fieldOf: { password: 'given', code: 'given' },
    send: (body) => call(proveAgain, { body }),
    onSent: onSuccess,
  });
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess });
  const noPasskeys = useNoPasskeys();
  const swap = () => {
    setBy(by === 'password' ? 'code' : 'password');
    form.reset();
  };
  return (
    <RequestForm form={form}>
      <Stack>
        <Text size="sm">{t.about}</Text>
        {isTyped && <input type="hidden" autoComplete="username" value={email} readOnly />}
        {isTyped &&
          (by === 'password' ? (
            <PasswordInput label={t.password} autoComplete="current-password" data-autofocus {...form.field('given')} />
          ) : (
            <TextInput label={t.code} autoComplete="one-time-code" inputMode="numeric" data-autofocus {...form.field('given')} />
          ))}
        <FormProblem form={form} />
        {passkey.error && <ErrorNotice error={passkey.error} />}
        {elsewhere.length > 0 && (
          <>
            <Text size="sm">{t.elsewhere}</Text>
            <IdentityButtons providers={elsewhere} errand={{ to: 'prove' }} />
          </>
        )}
        <Group gap="lg">
          {ways.password && twoFactorEnabled && (
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
        <DialogButtons onCancel={() => onClose(false)}>
          {isTyped && (
            <Button type="submit" loading={form.busy || passkey.isPending}>
              {t.confirm}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </RequestForm>
  );
}
