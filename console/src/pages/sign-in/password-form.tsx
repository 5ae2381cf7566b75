import { SignInRequest } from '@boreal/contract/people/sign-in.ts';
import { Button, Checkbox, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { isApiError } from '../../api/api-error.ts';
import { signIn, signInWithPasskey } from '../../api/sign-in.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useNoPasskeys } from '../../parts/use-no-passkeys.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { OfferedButtons } from './offered-buttons.tsx';
import { useSignInText } from './text.ts';

/** Address and password, or a passkey, or an account elsewhere. */
export function PasswordForm({ onDone, onSecondFactor }: { onDone: () => Promise<void>; onSecondFactor: () => void }) {
  const t = useSignInText();
  const impossible = useNoPasskeys();
  const byPassword = useRequestForm({
    initialValues: { email: '', password: '', rememberMe: true },
    schema: SignInRequest,
    request: (values) => values,
    send: (request) => {
      byPasskey.reset();
      return signIn(request);
    },
    onSent: (outcome) => (outcome === 'second factor' ? onSecondFactor() : onDone()),
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      await signInWithPasskey();
      await onDone();
    },
  });
  return (
    <>
      <RequestForm form={byPassword}>
        <Stack>
          <TextInput label={t.email} type="email" name="email" autoComplete="username webauthn" autoFocus {...byPassword.field('email')} />
          <PasswordInput label={t.password} name="password" autoComplete="current-password" {...byPassword.field('password')} />
          <Checkbox label={t.remember} {...byPassword.tick('rememberMe')} />
          <FormProblem form={byPassword} />
          <Button type="submit" loading={byPassword.busy} fullWidth>
            {t.signIn}
          </Button>
          <LinkAnchor to="/reset-password" size="sm" underline="always">
            {t.forgot}
          </LinkAnchor>
        </Stack>
      </RequestForm>
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
          byPassword.forget();
          byPasskey.mutate();
        }}
      >
        {t.withPasskey}
      </ReasonedButton>
      <OfferedButtons rememberMe={byPassword.values.rememberMe} />
    </>
  );
}
