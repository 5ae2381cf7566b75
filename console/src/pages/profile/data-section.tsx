import { EXPORT_FILE } from '@boreal/contract/console-files.ts';
import { prepareExport } from '@boreal/contract/endpoints/console/profile.ts';
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call, consoleAddress } from '../../api/call.ts';
import { useAccountId } from '../../app/account.tsx';
import { en } from '../../i18n/en/data-export.ts';
import { fr } from '../../i18n/fr/data-export.ts';
import { textsOf, useLanguage } from '../../i18n/language.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LinkButton } from '../../parts/page-links.tsx';

const useDataText = textsOf({ en, fr });

/** For owners: all data of the account as a file, and how the account is closed. */
export function DataSection() {
  const t = useDataText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const prepare = useMutation({
    // Asks for a proof of identity where the last one is too old; then the file is a download as any other.
    mutationFn: () => call(prepareExport, { params: { accountId } }),
    onSuccess: () => {
      window.location.assign(consoleAddress(EXPORT_FILE, { params: { accountId }, query: { language } }));
      notifyDone(t.begun);
    },
  });
  return (
    <Card mt="lg" maw={820}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {t.title}
        </Title>
        <Text size="sm">{t.about}</Text>
        {prepare.error && <ErrorNotice error={prepare.error} />}
        <Button
          variant="default"
          leftSection={<Download size={16} aria-hidden />}
          loading={prepare.isPending}
          onClick={() => prepare.mutate()}
        >
          {t.download}
        </Button>
        <Text size="sm" c="dimmed" mt="xs">
          {t.close}
        </Text>
        <Group>
          <LinkButton to="/console/support/new" size="xs" variant="subtle">
            {t.write}
          </LinkButton>
        </Group>
      </Stack>
    </Card>
  );
}
