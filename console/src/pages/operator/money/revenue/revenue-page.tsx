import { RevenueFileBy } from '@boreal/contract/operator/exports.ts';
import { RevenueSpan } from '@boreal/contract/operator/oversight.ts';
import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { revenueGroupsQuery } from '../../../../api/operator/oversight.ts';
import { lazyPart } from '../../../../parts/lazy-part.tsx';
import { useListFilter } from '../../../../parts/list-view/use-list-filter.ts';
import { Queried } from '../../../../parts/queried.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { RevenueTable } from './revenue-table.tsx';

/** Loaded when it is opened: it is the overview's. */
const ExportDialog = lazyPart('export-dialog', async () => (await import('../../overview/export-dialog.tsx')).ExportDialog, 0);

/** What is shown, as the address says it. */
const readAsked = ({ by, span }: Readonly<Record<string, unknown>>) => ({
  by: RevenueFileBy.catch('model').parse(by),
  span: RevenueSpan.catch('this_month').parse(span),
});

/** Which models or customers the revenue came from. */
export function RevenuePage() {
  const t = useOperatorMoneyText();
  const { filter: asked, setFilter } = useListFilter(readAsked);
  const groups = useQuery(revenueGroupsQuery(asked));
  const [isExporting, setExporting] = useState(false);
  const toExport = (
    <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={() => setExporting(true)}>
      {t.exportRevenue}
    </Button>
  );
  return (
    <>
      <MoneyHeader part="revenue" about={t.revenueAbout} actions={toExport} />
      {isExporting && <ExportDialog of="revenue" onClose={() => setExporting(false)} />}
      <Group my="md" gap="sm">
        <NativeSelect
          label={t.revenueBy}
          value={asked.by}
          data={RevenueFileBy.options.map((value) => ({ value, label: t.bys[value] }))}
          onChange={(event) => setFilter({ ...asked, by: RevenueFileBy.parse(event.currentTarget.value) })}
        />
        <NativeSelect
          label={t.span}
          value={asked.span}
          data={RevenueSpan.options.map((value) => ({ value, label: t.spans[value] }))}
          onChange={(event) => setFilter({ ...asked, span: RevenueSpan.parse(event.currentTarget.value) })}
        />
      </Group>
      <Queried query={groups}>{(found) => <RevenueTable key={found.by} groups={found} />}</Queried>
    </>
  );
}
