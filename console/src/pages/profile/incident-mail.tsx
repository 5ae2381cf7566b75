import * as person from '@boreal/contract/endpoints/console/person.ts';
import { Card, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ownSubscriptionQuery } from '../../api/me.ts';
import { en } from '../../i18n/en/incident-mail.ts';
import { fr } from '../../i18n/fr/incident-mail.ts';
import { textsOf, useLanguage } from '../../i18n/language.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';

const useText = textsOf({ en, fr });

/** Whether the person, not the account, is told of incidents, maintenance and announcements by mail. */
export function IncidentMail() {
  const t = useText();
  const { language } = useLanguage();
  const queryClient = useQueryClient();
  const own = useQuery(ownSubscriptionQuery);
  const set = useMutation({
    mutationFn: (subscribed: boolean) => call(person.setOwnSubscription, { body: { subscribed, language } }),
    onSuccess: (now) => {
      queryClient.setQueryData(ownSubscriptionQuery.queryKey, now);
      notifyDone(now.subscribed ? t.subscribed : t.unsubscribed);
    },
  });
  if (!own.data) return own.error && <ErrorNotice error={own.error} />;
  return (
    <Card mt="lg" maw={820}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {t.title}
        </Title>
        <Text size="sm">{t.about(own.data.email)}</Text>
        {set.error && <ErrorNotice error={set.error} />}
        <Switch
          label={t.label}
          checked={own.data.subscribed}
          disabled={set.isPending}
          onChange={(event) => set.mutate(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
}
