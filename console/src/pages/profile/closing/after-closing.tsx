import { Card, Group, Stack, Text } from '@mantine/core';
import { LinkButton } from '../../../parts/page-links.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { DownloadData } from '../download-data.tsx';
import { useClosingText } from './text.ts';

/** What is left to do in a closed account. */
export function AfterClosing() {
  const t = useClosingText();
  return (
    <>
      <PageHeader title={t.closedPage} />
      <Card maw={820}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t.law}</Text>
          <Group>
            <LinkButton to="/console/billing/invoices" variant="default">
              {t.toInvoices}
            </LinkButton>
            <DownloadData />
          </Group>
          <Text size="sm" mt="md">
            {t.signInAbout}
          </Text>
          <LinkButton to="/console/profile/security" variant="default">
            {t.toSecurity}
          </LinkButton>
        </Stack>
      </Card>
    </>
  );
}
