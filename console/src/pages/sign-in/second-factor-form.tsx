import { verifyRecoveryCode, verifyTotp } from '@boreal/contract/api/auth-endpoints.ts';
import { RecoveryCodeRequest, TotpRequest } from '@boreal/contract/people/sign-in.ts';
import { Anchor, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { callAuth } from '../../api/call-auth.ts';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** After the password: six digits of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const t = useSignInText();
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  const form = useRequestForm({
    initialValues: { code: '', trustDevice: false },
    schema: by === 'app' ? TotpRequest : RecoveryCodeRequest,
    request: ({ code, trustDevice }) => ({ code: code.trim(), trustDevice }),
    send: by === 'app' ? (body) => callAuth(verifyTotp, { body }) : (body) => callAuth(verifyRecoveryCode, { body }),
    onSent: onDone,
  });
  const other = by === 'app' ? 'recovery' : 'app';
  return (
    <SignInFrame title={t.secondFactor} about={by === 'app' ? t.secondFactorAbout : t.recoveryAbout}>
      <RequestForm form={form}>
        <Stack>
          <TextInput
            key={by}
            label={by === 'app' ? t.code : t.recoveryCode}
            {...form.field('code')}
            inputMode={by === 'app' ? 'numeric' : 'text'}
            autoComplete={by === 'app' ? 'one-time-code' : 'off'}
            autoFocus
          />
          <Checkbox label={t.trustDevice} {...form.tick('trustDevice')} />
          <FormProblem form={form} />
          <SubmitButton form={form}>{t.confirm}</SubmitButton>
          <Group justify="space-between">
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              onClick={() => {
                form.forget();
                form.set('code', '');
                setBy(other);
              }}
            >
              {other === 'app' ? t.useApp : t.useRecovery}
            </Anchor>
            <Anchor component="button" type="button" size="sm" underline="always" onClick={onBack}>
              {t.beginAgain}
            </Anchor>
          </Group>
        </Stack>
      </RequestForm>
    </SignInFrame>
  );
}
