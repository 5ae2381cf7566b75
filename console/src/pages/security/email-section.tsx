import { changeEmail } from '@boreal/contract/api/auth-endpoints.ts';
import { ChangeEmailRequest } from '@boreal/contract/people/sign-in.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { callAuth } from '../../api/call-auth.ts';
import { useMe } from '../../app/account.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** The address for signing in; a new one takes effect once both mailboxes have confirmed it. */
export function EmailSection() {
  const t = useSecurityText();
  const me = useMe();
  const form = useRequestForm({
    initialValues: { newEmail: '' },
    schema: ChangeEmailRequest,
    request: (values) => values,
    send: async ({ newEmail }) => {
      await callAuth(changeEmail, { body: { newEmail } });
      return newEmail;
    },
  });
  return (
    <Section title={t.email} about={t.emailNow(me.email)}>
      <RequestForm form={form}>
        <Stack>
          <TextInput label={t.newEmail} type="email" autoComplete="email" {...form.field('newEmail')} maw={420} />
          {form.answer !== undefined && <Text role="status">{t.emailAsked(form.answer)}</Text>}
          <FormProblem form={form} />
          <Group>
            <Button type="submit" variant="default" loading={form.busy}>
              {t.changeEmail}
            </Button>
          </Group>
        </Stack>
      </RequestForm>
    </Section>
  );
}
