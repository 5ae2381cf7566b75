import { requestPasswordReset, resetPassword } from '@boreal/contract/api/auth-endpoints.ts';
import { EmailRequest, PASSWORD_MIN, ResetPasswordRequest } from '@boreal/contract/people/sign-in.ts';
import { PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { callAuth } from '../../api/call-auth.ts';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { useLinkToken } from './link-token.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useSignInText } from './text.ts';

/** Loaded when somebody chooses a password. */
const PasswordMeter = lazyPart('password-meter', async () => (await import('../../parts/password-meter.tsx')).PasswordMeter, 34);

/** Requests the link for a new password; opened by that link, it sets the password. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  return token === null ? <AskForLink /> : <ChoosePassword token={token} />;
}

function AskForLink() {
  const t = useSignInText();
  const form = useRequestForm({
    initialValues: { email: '' },
    schema: EmailRequest,
    request: (values) => values,
    send: async ({ email }) => {
      await callAuth(requestPasswordReset, { body: { email } });
      return email;
    },
  });
  return (
    <SignInFrame title={t.resetTitle} about={t.resetAbout}>
      <RequestForm form={form}>
        <Stack>
          <TextInput label={t.email} type="email" autoComplete="email" autoFocus {...form.field('email')} />
          {form.answer !== undefined && <Text role="status">{t.resetSent(form.answer)}</Text>}
          <FormProblem form={form} />
          <SubmitButton form={form}>{t.sendLink}</SubmitButton>
          <LinkButton to="/login" variant="default">
            {t.toSignIn}
          </LinkButton>
        </Stack>
      </RequestForm>
    </SignInFrame>
  );
}

function ChoosePassword({ token }: { token: string }) {
  const t = useSignInText();
  const form = useRequestForm({
    initialValues: { newPassword: '' },
    schema: ResetPasswordRequest,
    request: ({ newPassword }) => ({ token, newPassword }),
    send: (body) => callAuth(resetPassword, { body }),
  });
  if (form.isSent) {
    return (
      <SignInFrame title={t.resetTitle}>
        <Text role="status">{t.resetDone}</Text>
        <LinkButton to="/login">{t.toSignIn}</LinkButton>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame title={t.resetTitle} about={t.chooseAbout}>
      <RequestForm form={form}>
        <Stack>
          <PasswordInput
            label={t.newPassword}
            description={t.passwordHint(PASSWORD_MIN)}
            autoComplete="new-password"
            autoFocus
            {...form.field('newPassword')}
          />
          {form.values.newPassword !== '' && <PasswordMeter password={form.values.newPassword} />}
          <FormProblem form={form} />
          <SubmitButton form={form}>{t.setPassword}</SubmitButton>
        </Stack>
      </RequestForm>
    </SignInFrame>
  );
}
