import type { ListedPrice } from '@boreal/contract/operator.ts';
import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ListTable } from '../../../parts/list-table.tsx';
import { Money } from '../../../parts/money.tsx';
import { Time } from '../../../parts/time.tsx';
import { AccountLink, PlanLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { usePlanName } from '../parts/use-plan-name.ts';
import { useCommittedColumns } from './committed-columns.tsx';
import { useOperatorPlansText } from './text.ts';

/** Dated prices, latest first; future ones are marked. */
export function PricesTable({ caption, prices, empty }: { caption: string; prices: readonly ListedPrice[]; empty: ReactNode }) {
  const t = useOperatorPlansText();
  const words = useOperatorText();
  const committed = useCommittedColumns();
  const planName = usePlanName();
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
        {
          name: words.plan,
          sortBy: ({ planId }) => planName(planId),
          cell: ({ planId }) => <PlanLink id={planId} name={planName(planId)} />,
        },
        {
          name: words.account,
          sortBy: ({ accountId, accountName }) => accountName ?? accountId,
          cell: ({ accountId, accountName }) =>
            accountId === null ? words.all : <AccountLink id={accountId} name={accountName ?? accountId} />,
        },
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
