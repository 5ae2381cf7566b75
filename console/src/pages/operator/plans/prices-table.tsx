import type { ListedPrice } from '@boreal/contract/operator/operator.ts';
import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../../../parts/data-table.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { Money } from '../../../parts/money.tsx';
import { Time } from '../../../parts/time.tsx';
import { PlanLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useAccountColumn } from '../parts/use-account-column.tsx';
import { usePlanName } from '../parts/use-plan-name.ts';
import { useCommittedColumns } from './committed-columns.tsx';
import { useOperatorPricesText } from './prices-text.ts';

interface PricesTableProps {
  readonly caption: string;
  readonly prices: readonly ListedPrice[];
  /** What tells these prices apart: what they share, the page says already. */
  readonly by?: 'plan' | 'account';
  readonly empty: ReactNode;
}

/** Dated prices, latest first; future ones are marked. */
export function PricesTable({ caption, prices, by, empty }: PricesTableProps) {
  const t = useOperatorPricesText();
  const words = useOperatorText();
  const committed = useCommittedColumns();
  const planName = usePlanName();
  const whose: Record<'plan' | 'account', Column<ListedPrice>> = {
    plan: {
      name: words.plan,
      sortBy: ({ planId }) => planName(planId),
      cell: ({ planId }) => <PlanLink id={planId} name={planName(planId)} />,
    },
    account: useAccountColumn(),
  };
  return (
    <ListTable
      caption={caption}
      rows={prices}
      rowKey={({ id }) => id}
      columns={[
        {
          name: t.validFrom,
          sortBy: ({ validFrom }) => validFrom,
          cell: ({ validFrom, begun }) => (
            <Group gap="xs">
              <Time iso={validFrom} />
              {!begun && <Badge color="blue">{t.notYet}</Badge>}
            </Group>
          ),
        },
        ...(by === undefined ? [] : [whose[by]]),
        {
          name: t.hourly,
          sortBy: ({ pricing }) => pricing?.hourly ?? null,
          align: 'right',
          cell: ({ pricing }) => (pricing === null ? t.withdrawn : <Money cad={pricing.hourly} rate />),
        },
        ...committed,
      ]}
      empty={empty}
    />
  );
}
