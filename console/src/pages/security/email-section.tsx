import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changeEmail } from '../../api/security.ts';
import { useMe } from '../../app/account.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** The address by which one signs in; another counts once both mailboxes have confirmed it. */
export function EmailSection() {
  const t = useSecurityText();
  const me = useMe();
  const [email, setEmail] = useState('');
  const change = useMutation({ mutationFn: changeEmail });
  return (
    <Section title={t.email} about={t.emailNow(me.email)}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(email);
        }}
      >
        <Stack>
          <TextInput
            label={t.newEmail}
            type="email"
            autoComplete="email"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError(change.error, 'newEmail')}
            maw={420}
          />
          {change.isSuccess && <Text role="status">{t.emailAsked(change.variables)}</Text>}
          {change.error && <ErrorNotice error={change.error} />}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending}>
              {t.changeEmail}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
