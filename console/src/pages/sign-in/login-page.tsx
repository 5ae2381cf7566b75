import { Alert, Anchor, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { meQuery } from '../../api/me.ts';
import { useNext, withNext } from '../../app/use-next.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** Signing in: by password and, if set up, a second factor; or by passkey. */
export function LoginPage() {
  const t = useSignInText();
  const { errors } = useShellText();
  const enter = useEnter();
  const next = useNext();
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

/** Continues after sign-in: to where they wanted to go, else to their console. */
function useEnter(): () => Promise<void> {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const next = useNext();
  return async () => {
    queryClient.clear();
    const { accounts, operator } = await queryClient.fetchQuery(meQuery);
    const home = accounts.length === 0 && operator ? '/operator' : '/console';
    await navigate({ href: next ?? home, replace: true });
  };
}
