import { Alert, Anchor, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useNext, withNext } from '../../app/use-next.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';
import { useEnter } from './use-enter.ts';

/** Signing in: by password and, if set up, a second factor; or by passkey; or with Google or GitHub, where they are offered. */
export function LoginPage() {
  const t = useSignInText();
  const { errors } = useShellText();
  const next = useNext();
  const goOn = useEnter();
  const enter = () => goOn(next);
  const { ended } = useSearch({ from: '__root__' });
  const [step, setStep] = useState<'password' | 'second factor'>('password');
  if (step === 'second factor') return <SecondFactorForm onDone={enter} onBack={() => setStep('password')} />;
  return (
    <SignInFrame
      title={t.signIn}
      about={t.signInAbout}
      below={
        <>
          <Text size="sm">{t.noAccountYet}</Text>
          <Anchor href={withNext('/signup', next)} size="sm" underline="always">
            {t.openAccount}
          </Anchor>
        </>
      }
    >
      {ended && (
        <Alert variant="light" role="status">
          {errors.signedOut}
        </Alert>
      )}
      <PasswordForm onDone={enter} onSecondFactor={() => setStep('second factor')} />
    </SignInFrame>
  );
}
