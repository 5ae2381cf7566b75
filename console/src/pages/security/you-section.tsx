import { updateMe } from '@boreal/contract/endpoints/console/person.ts';
import { UpdateMeRequest } from '@boreal/contract/people/people.ts';
import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery } from '../../api/me.ts';
import { useMe } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { SubmitButton } from '../../parts/form-buttons.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** The person's name and the language of their mail. */
export function YouSection() {
  const t = useSecurityText();
  const shell = useShellText();
  const me = useMe();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: { name: me.name, language: me.language },
    schema: UpdateMeRequest,
    request: (values) => values,
    send: (body) => call(updateMe, { body }),
    onSent: (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved);
      notifyDone(t.saved);
    },
  });
  return (
    <Section title={t.you}>
      <RequestForm form={form}>
        <Stack>
          <TextInput label={t.name} autoComplete="name" {...form.field('name')} maw={420} />
          <NativeSelect
            label={t.language}
            maw={420}
            value={form.values.language ?? ''}
            onChange={({ currentTarget: { value } }) => form.set('language', value === 'en' || value === 'fr' ? value : null)}
            data={[
              { value: '', label: t.asAccount },
              { value: 'en', label: shell.languageName.en },
              { value: 'fr', label: shell.languageName.fr },
            ]}
          />
          <FormProblem form={form} />
          <Group>
            <SubmitButton form={form}>{t.save}</SubmitButton>
          </Group>
        </Stack>
      </RequestForm>
    </Section>
  );
}
