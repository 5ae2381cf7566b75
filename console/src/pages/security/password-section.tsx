import { changePassword } from '@boreal/contract/auth-endpoints.ts';
import { ChangePasswordRequest, PASSWORD_MIN } from '@boreal/contract/sign-in.ts';
import { Box, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { callAuth } from '../../api/call-auth.ts';
import { sessionsQuery } from '../../api/security.ts';
import { useMe } from '../../app/account.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** Loaded when somebody chooses a password. */
const PasswordMeter = lazyPart('password-meter', async () => (await import('../../parts/password-meter.tsx')).PasswordMeter, 34);

/** A new password; it signs the person out everywhere else. */
export function PasswordSection() {
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
    <Section title={t.password}>
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
    </Section>
  );
}
