import type { DatedPrice } from '@boreal/contract/operator.ts';
import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable } from '../../../parts/data-table.tsx';
import { Money } from '../../../parts/money.tsx';
import { Time } from '../../../parts/time.tsx';
import { AccountLink, PlanLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useCommittedColumns } from './committed-columns.tsx';
import { useOperatorPlansText } from './text.ts';

/** Dated prices, latest first; future ones are marked. */
export function PricesTable({ caption, prices, empty }: { caption: string; prices: readonly DatedPrice[]; empty: ReactNode }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const committed = useCommittedColumns();
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
        ...committed,
      ]}
      empty={empty}
    />
  );
}
