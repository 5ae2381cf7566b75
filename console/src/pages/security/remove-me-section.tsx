import { removeMe } from '@boreal/contract/endpoints/console/remove-me.ts';
import { Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMe } from '../../app/account.tsx';
import { SIGN_OUT } from '../../app/query-client.ts';
import { en } from '../../i18n/en/remove-me.ts';
import { fr } from '../../i18n/fr/remove-me.ts';
import { textsOf, useLanguage } from '../../i18n/language.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { forgetNotices } from '../../parts/notify.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Section } from './section.tsx';

const useRemoveText = textsOf({ en, fr });
const lists = { en: new Intl.ListFormat('en-CA'), fr: new Intl.ListFormat('fr-CA') } as const;

/** For customers: removing oneself, once no open account needs one. */
export function RemoveMeSection() {
  const t = useRemoveText();
  const { language } = useLanguage();
  const { accounts, email } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const open = accounts.filter(({ closedAt }) => closedAt === null).map(({ name }) => name);
  const remove = useMutation({
    mutationKey: SIGN_OUT,
    mutationFn: () => call(removeMe, { body: { email } }),
    onSuccess: async () => {
      forgetNotices();
      await navigate({ to: '/login' });
      queryClient.clear();
    },
  });
  return (
    <Section title={t.title} about={t.about}>
      <Group>
        <ReasonedButton
          color="red"
          variant="outline"
          reason={open.length > 0 ? t.belongs(lists[language].format(open)) : null}
          onClick={() => setAsking(true)}
        >
          {t.remove}
        </ReasonedButton>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t.confirmTitle}
        text={t.confirmText}
        action={t.remove}
        destructive
        name={email}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
      />
    </Section>
  );
}
