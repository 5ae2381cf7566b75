import type { DatedPrice } from '@boreal/contract/operator.ts';
import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable } from '../../../parts/data-table.tsx';
import { Money } from '../../../parts/money.tsx';
import { Time } from '../../../parts/time.tsx';
import { AccountLink, PlanLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorPlansText } from './text.ts';

/** Dated prices, latest first; future ones are marked. */
export function PricesTable({ caption, prices, empty }: { caption: string; prices: readonly DatedPrice[]; empty: ReactNode }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  return (
    <DataTable
      caption={caption}
      rows={prices}
      rowKey={({ id }) => id}
      columns={[
        {
          name: t.validFrom,
          cell: ({ validFrom, begun }) => (
            <Group gap="xs">
              <Time iso={validFrom} />
              {!begun && <Badge color="blue">{t.notYet}</Badge>}
            </Group>
          ),
        },
        { name: words.plan, cell: ({ planId }) => <PlanLink id={planId} /> },
        {
          name: words.account,
          cell: ({ accountId }) => (accountId === null ? words.all : <AccountLink id={accountId} />),
        },
        { name: t.hourly, align: 'right', cell: ({ pricing }) => (pricing === null ? t.withdrawn : <Money cad={pricing.hourly} rate />) },
        {
          name: t.monthly,
          align: 'right',
          wideOnly: true,
          cell: ({ pricing }) => (pricing?.monthly == null ? '–' : <Money cad={pricing.monthly} />),
        },
        {
          name: t.annual,
          align: 'right',
          wideOnly: true,
          cell: ({ pricing }) => (pricing?.annual == null ? '–' : <Money cad={pricing.annual} />),
        },
      ]}
      empty={empty}
    />
  );
}
