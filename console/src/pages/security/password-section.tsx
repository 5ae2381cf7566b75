import { changePassword, requestPasswordReset } from '@boreal/contract/api/auth-endpoints.ts';
import { ChangePasswordRequest, PASSWORD_MIN } from '@boreal/contract/people/sign-in.ts';
import { Box, Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callAuth } from '../../api/call-auth.ts';
import { waysInQuery } from '../../api/identities.ts';
import { sessionsQuery } from '../../api/security.ts';
import { useMe } from '../../app/account.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** Loaded when somebody chooses a password. */
const PasswordMeter = lazyPart('password-meter', async () => (await import('../../parts/password-meter.tsx')).PasswordMeter, 34);

/** px of the form, whose place is kept. */
const HEIGHT = 220;

/** A new password; or, for whoever has none, the link by which they choose one. */
export function PasswordSection() {
  const t = useSecurityText();
  const waysIn = useQuery(waysInQuery);
  return (
    <Section title={t.password}>
      <Queried query={waysIn} height={HEIGHT}>
        {({ password }) => (password ? <ChangePassword /> : <AskForLink />)}
      </Queried>
    </Section>
  );
}

function AskForLink() {
  const t = useSecurityText();
  const { email } = useMe();
  const ask = useMutation({ mutationFn: () => callAuth(requestPasswordReset, { body: { email } }) });
  return (
    <Stack align="flex-start">
      <Text size="sm">{t.passwordNone}</Text>
      {ask.error && <ErrorNotice error={ask.error} />}
      {ask.isSuccess && (
        <Text size="sm" role="status">
          {t.passwordLinkSent(email)}
        </Text>
      )}
      <Button variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
        {t.passwordLink}
      </Button>
    </Stack>
  );
}

/** It signs the person out everywhere else. */
function ChangePassword() {
  const t = useSecurityText();
  const me = useMe();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: { currentPassword: '', newPassword: '' },
    schema: ChangePasswordRequest,
    request: (values) => values,
    send: (body) => callAuth(changePassword, { body }),
    onSent: async () => {
      form.reset();
      notifyDone(t.passwordChanged);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  return (
    <RequestForm form={form}>
      <Stack>
        {/* For the browser's own keeper of passwords, which would else not know whose it is. */}
        <input type="hidden" autoComplete="username" value={me.email} readOnly />
        <PasswordInput label={t.currentPassword} autoComplete="current-password" maw={420} {...form.field('currentPassword')} />
        <PasswordInput
          label={t.newPassword}
          description={t.passwordHint(PASSWORD_MIN)}
          autoComplete="new-password"
          maw={420}
          {...form.field('newPassword')}
        />
        {form.values.newPassword !== '' && (
          <Box maw={420}>
            <PasswordMeter password={form.values.newPassword} email={me.email} name={me.name} />
          </Box>
        )}
        <FormProblem form={form} />
        <Group>
          <Button type="submit" variant="default" loading={form.busy}>
            {t.changePassword}
          </Button>
        </Group>
      </Stack>
    </RequestForm>
  );
}
