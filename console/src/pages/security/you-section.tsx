import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery, updateMe } from '../../api/me.ts';
import { useMe } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Section } from './section.tsx';
import { useSecurityText } from './text.ts';

/** One's name and the language in which one is written to. */
export function YouSection() {
  const t = useSecurityText();
  const shell = useShellText();
  const me = useMe();
  const queryClient = useQueryClient();
  const [name, setName] = useState(me.name);
  const [language, setLanguage] = useState(me.language);
  const save = useMutation({
    mutationFn: () => updateMe({ name, language }),
    onSuccess: (saved) => {
      queryClient.setQueryData(meQuery.queryKey, saved);
      notifyDone(t.saved);
    },
  });
  return (
    <Section title={t.you}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={t.name}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(save.error, 'name')}
            maw={420}
          />
          <NativeSelect
            label={t.language}
            maw={420}
            value={language ?? ''}
            onChange={({ currentTarget: { value } }) => setLanguage(value === 'en' || value === 'fr' ? value : null)}
            data={[
              { value: '', label: t.asAccount },
              { value: 'en', label: shell.languageName.en },
              { value: 'fr', label: shell.languageName.fr },
            ]}
          />
          {save.error && <ErrorNotice error={save.error} />}
          <Group>
            <Button type="submit" loading={save.isPending}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
