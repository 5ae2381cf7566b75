import { Anchor, Button, Checkbox, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { signIn, signInWithPasskey } from '../../api/sign-in.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useNoPasskeys } from '../../parts/use-no-passkeys.ts';
import { useSignInText } from './text.ts';

/** Address and password, or a passkey. */
export function PasswordForm({ onDone, onSecondFactor }: { onDone: () => Promise<void>; onSecondFactor: () => void }) {
  const t = useSignInText();
  const impossible = useNoPasskeys();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [rememberMe, setRememberMe] = useState(true);
  const byPassword = useMutation({
    mutationFn: async () => {
      if ((await signIn({ email, password, rememberMe })) === 'second factor') onSecondFactor();
      else await onDone();
    },
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      await signInWithPasskey();
      await onDone();
    },
  });
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          byPasskey.reset();
          byPassword.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={t.email}
            type="email"
            name="email"
            autoComplete="username webauthn"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError(byPassword.error, 'email')}
          />
          <PasswordInput
            label={t.password}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={fieldError(byPassword.error, 'password')}
          />
          <Checkbox label={t.remember} checked={rememberMe} onChange={(event) => setRememberMe(event.currentTarget.checked)} />
          {byPassword.error && <ErrorNotice error={byPassword.error} />}
          <Button type="submit" loading={byPassword.isPending} fullWidth>
            {t.signIn}
          </Button>
          <Anchor component={Link} to="/reset-password" size="sm" underline="always">
            {t.forgot}
          </Anchor>
        </Stack>
      </form>
      <Divider label={t.or} />
      {/* What the browser throws when nobody answers is no refusal of ours. */}
      {byPasskey.error &&
        (isApiError(byPasskey.error) ? <ErrorNotice error={byPasskey.error} /> : <ProblemNotice text={t.passkeyUnanswered} />)}
      <ReasonedButton
        reason={impossible}
        variant="default"
        fullWidth
        leftSection={<KeyRound size={16} aria-hidden />}
        loading={byPasskey.isPending}
        onClick={() => {
          byPassword.reset();
          byPasskey.mutate();
        }}
      >
        {t.withPasskey}
      </ReasonedButton>
    </>
  );
}
