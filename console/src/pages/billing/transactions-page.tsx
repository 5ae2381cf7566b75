import { Card, Group, Text, TextInput, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { transactionsFiles } from '../../api/transactions-files.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { FileButtons } from '../../parts/list-view/file-buttons.tsx';
import { isWrongOrder } from '../../parts/list-view/list-filter.rules.ts';
import { BillingFrame } from './billing-frame.tsx';
import { useBillingText } from './text.ts';
import { readTransactionFilter, TransactionGroups } from './transaction-groups.tsx';

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

/** Files of what the list below is filtered by, and of some days only. */
function ExportCard() {
  const t = useBillingText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const filter = readTransactionFilter(useSearch({ from: '/console/billing/transactions' }));
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const wrong = isWrongOrder({ from, to });
  const isNarrowed = filter.search !== undefined || filter.type !== undefined;
  const files = transactionsFiles(accountId, { ...filter, from: from || undefined, to: to || undefined, language });
  return (
    <Card mb="lg">
      <Title order={2} size="h3" mb="xs">
        {t.exportTitle}
      </Title>
      <Group align="flex-end">
        <TextInput type="date" label={t.from} value={from} onChange={(event) => setFrom(event.currentTarget.value)} />
        <TextInput type="date" label={t.to} value={to} onChange={(event) => setTo(event.currentTarget.value)} error={wrong} />
        <FileButtons files={files} wrong={wrong} />
      </Group>
      <Text size="sm" c={wrong ? 'var(--mantine-color-error)' : 'dimmed'} mt="xs" role={wrong ? 'alert' : undefined}>
        {wrong ? t.exportOrder : isNarrowed ? t.exportNarrowed : t.exportHint}
      </Text>
    </Card>
  );
}
