import { PASSWORD_MIN } from '@boreal/contract/sign-in.ts';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { requestPasswordReset, resetPassword } from '../../api/sign-in.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { useLinkToken } from './link-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** Asks for the link that lets one choose a new password; opened by that link, it is where one chooses. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  return token === null ? <AskForLink /> : <ChoosePassword token={token} />;
}

function AskForLink() {
  const t = useSignInText();
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => requestPasswordReset(email) });
  return (
    <SignInFrame title={t.resetTitle} about={t.resetAbout}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="email"
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError(ask.error, 'email')}
          />
          {ask.isSuccess && <Text role="status">{t.resetSent(email)}</Text>}
          {ask.error && <ErrorNotice error={ask.error} />}
          <Button type="submit" loading={ask.isPending}>
            {t.sendLink}
          </Button>
          <Button component={Link} to="/login" variant="default">
            {t.toSignIn}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const t = useSignInText();
  const [newPassword, setNewPassword] = useState('');
  const set = useMutation({ mutationFn: () => resetPassword({ token, newPassword }) });
  if (set.isSuccess) {
    return (
      <SignInFrame title={t.resetTitle}>
        <Text role="status">{t.resetDone}</Text>
        <Button component={Link} to="/login">
          {t.toSignIn}
        </Button>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t.resetTitle} about={t.chooseAbout}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate();
        }}
      >
        <Stack>
          <PasswordInput
            label={t.newPassword}
            description={t.passwordHint(PASSWORD_MIN)}
            autoComplete="new-password"
            autoFocus
            value={newPassword}
            onChange={(event) => setNewPassword(event.currentTarget.value)}
            error={fieldError(set.error, 'newPassword')}
          />
          {set.error && <ErrorNotice error={set.error} />}
          <Button type="submit" loading={set.isPending}>
            {t.setPassword}
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  );
}
