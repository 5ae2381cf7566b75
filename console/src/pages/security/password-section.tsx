import { PASSWORD_MIN } from '@boreal/contract/sign-in.ts';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword, sessionsQuery } from '../../api/security.ts';
import { useMe } from '../../app/account.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** Another password; whoever was signed in elsewhere is signed in no more. */
export function PasswordSection() {
  const t = useSecurityText();
  const me = useMe();
  const queryClient = useQueryClient();
  const [form, setForm] = useState({ currentPassword: '', newPassword: '' });
  const change = useMutation({
    mutationFn: () => changePassword(form),
    onSuccess: async () => {
      setForm({ currentPassword: '', newPassword: '' });
      notifyDone(t.passwordChanged);
      await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
  });
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setForm((before) => ({ ...before, [name]: value }));
    },
    error: fieldError(change.error, name),
    maw: 420,
  });
  return (
    <Section title={t.password}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate();
        }}
      >
        <Stack>
          {/* For the browser's own keeper of passwords, which would else not know whose it is. */}
          <input type="hidden" autoComplete="username" value={me.email} readOnly />
          <PasswordInput label={t.currentPassword} autoComplete="current-password" {...field('currentPassword')} />
          <PasswordInput
            label={t.newPassword}
            description={t.passwordHint(PASSWORD_MIN)}
            autoComplete="new-password"
            {...field('newPassword')}
          />
          {change.error && <ErrorNotice error={change.error} />}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t.changePassword}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
