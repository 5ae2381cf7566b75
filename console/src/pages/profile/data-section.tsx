import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMayDo } from '../../app/account.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { useDataText } from './data-text.ts';
import { DownloadData } from './download-data.tsx';

/** For owners: all data of the account as a file, and how the account is closed. */
export function DataSection() {
  const t = useDataText();
  const mayClose = useMayDo('account.write');
  return (
    <Card mt="lg" maw={820}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h3">
          {t.title}
        </Title>
        <Text size="sm">{t.about}</Text>
        <DownloadData />
        {mayClose && (
          <Group mt="xs">
            <LinkButton to="/console/profile/close" variant="outline" color="red">
              {t.close}
            </LinkButton>
          </Group>
        )}
      </Stack>
    </Card>
  );
}
