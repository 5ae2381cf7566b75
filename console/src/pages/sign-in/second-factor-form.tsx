import { Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { verifyRecoveryCode, verifyTotp } from '../../api/sign-in.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** After the password: six digits of the authenticator app, or a recovery code. */
export function SecondFactorForm({ onDone, onBack }: { onDone: () => Promise<void>; onBack: () => void }) {
  const t = useSignInText();
  const [by, setBy] = useState<'app' | 'recovery'>('app');
  const [code, setCode] = useState('');
  const [trustDevice, setTrustDevice] = useState(false);
  const verify = useMutation({
    mutationFn: async () => {
      const verifyCode = by === 'app' ? verifyTotp : verifyRecoveryCode;
      await verifyCode({ code: code.trim(), trustDevice });
      await onDone();
    },
  });
  const other = by === 'app' ? 'recovery' : 'app';
  return (
    <SignInFrame title={t.secondFactor} about={by === 'app' ? t.secondFactorAbout : t.recoveryAbout}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          verify.mutate();
        }}
      >
        <Stack>
          <TextInput
            key={by}
            label={by === 'app' ? t.code : t.recoveryCode}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode={by === 'app' ? 'numeric' : 'text'}
            autoComplete={by === 'app' ? 'one-time-code' : 'off'}
            autoFocus
          />
          <Checkbox label={t.trustDevice} checked={trustDevice} onChange={(event) => setTrustDevice(event.currentTarget.checked)} />
          {verify.error && <ErrorNotice error={verify.error} />}
          <Button type="submit" loading={verify.isPending}>
            {t.confirm}
          </Button>
          <Group justify="space-between">
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              onClick={() => {
                verify.reset();
                setCode('');
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
      </form>
    </SignInFrame>
  );
}
