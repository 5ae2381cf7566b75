import { RevenueFileBy, RevenueFilePer, UtilisationFilePer } from '@boreal/contract/operator/exports.ts';
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { operatorFiles } from '../../../api/operator/oversight.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { useOperatorOverviewText } from './text.ts';

type What = 'revenue' | 'utilisation';
const pers = { revenue: RevenueFilePer.options, utilisation: UtilisationFilePer.options } as const;

/** The choice of what to export, and of which days. */
export function ExportDialog({ of, onClose }: { of: What; onClose: () => void }) {
  const t = useOperatorOverviewText();
  return (
    <Dialog opened onClose={onClose} title={of === 'revenue' ? t.exportRevenue : t.exportUtilisation}>
      <ExportChoice of={of} />
    </Dialog>
  );
}

function ExportChoice({ of }: { of: What }) {
  const t = useOperatorOverviewText();
  const { language } = useLanguage();
  const [by, setBy] = useState<string>('model');
  const [per, setPer] = useState<string>(of === 'revenue' ? 'range' : 'day');
  const [days, setDays] = useState({ from: '', to: '' });
  const isWrong = days.from !== '' && days.to !== '' && days.from > days.to;
  const files = operatorFiles[of]({
    ...(of === 'revenue' && { by }),
    per,
    from: days.from === '' ? undefined : days.from,
    to: days.to === '' ? undefined : days.to,
    language,
  });
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t.exportAbout}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {of === 'revenue' && (
          <NativeSelect
            label={t.exportBy}
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
            data={RevenueFileBy.options.map((value) => ({ value, label: t.bys[value] }))}
          />
        )}
        <NativeSelect
          label={t.exportPer}
          value={per}
          onChange={(event) => setPer(event.currentTarget.value)}
          data={pers[of].map((value) => ({ value, label: t.pers[value] }))}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          type="date"
          label={t.from}
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
          error={isWrong}
        />
        <TextInput
          type="date"
          label={t.to}
          value={days.to}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
          error={isWrong}
        />
      </SimpleGrid>
      {isWrong && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {t.wrongOrder}
        </Text>
      )}
      <Group justify="flex-end">
        {(['csv', 'json'] as const).map((kind) => (
          <Button
            key={kind}
            component="a"
            href={isWrong ? undefined : files[kind]}
            download
            variant={kind === 'csv' ? 'filled' : 'default'}
            aria-disabled={isWrong}
            data-disabled={isWrong || undefined}
            leftSection={<Download size={16} aria-hidden />}
          >
            {t[kind]}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
