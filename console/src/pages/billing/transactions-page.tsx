import { Button, Card, Group, Text, TextInput, Title } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { transactionsFile } from '../../api/billing.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useBillingText } from './text.ts';
import { TransactionGroups } from './transaction-groups.tsx';

/** Everything that moved the credit, on the page and as a file. */
export function TransactionsPage() {
  const t = useBillingText();
  return (
    <BillingFrame title={t.transactionsTitle} about={t.transactionsAbout}>
      <ExportCard />
      <TransactionGroups />
    </BillingFrame>
  );
}

function ExportCard() {
  const t = useBillingText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const wrong = from !== '' && to !== '' && from > to;
  const file = transactionsFile(accountId, { from: from || undefined, to: to || undefined, language });
  return (
    <Card mb="lg">
      <Title order={2} size="h3" mb="xs">
        {t.exportTitle}
      </Title>
      <Group align="flex-end">
        <TextInput type="date" label={t.from} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        <TextInput type="date" label={t.to} value={to} onChange={(event) => setTo(event.currentTarget.value)} error={wrong} />
        <Button
          component="a"
          href={wrong ? undefined : file}
          download
          variant="default"
          aria-disabled={wrong}
          data-disabled={wrong || undefined}
          leftSection={<Download size={16} aria-hidden />}
        >
          {t.exportButton}
        </Button>
      </Group>
      <Text size="sm" c={wrong ? 'var(--mantine-color-error)' : 'dimmed'} mt="xs" role={wrong ? 'alert' : undefined}>
        {wrong ? t.exportOrder : t.exportHint}
      </Text>
    </Card>
  );
}
