import { OrderStatus } from '@boreal/contract/billing-status.ts';
import { Group } from '@mantine/core';
import { useState } from 'react';
import { loadOrders } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { PagedTable } from '../../../../parts/paged-table.tsx';
import { Time } from '../../../../parts/time.tsx';
import { Choice } from '../../parts/choice.tsx';
import { AccountLink, OrderLink } from '../../parts/links.tsx';
import { SearchBox, useSearch } from '../../parts/search-box.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { OrderBadge } from './order-badge.tsx';

/** Prepaid servers. */
export function OrdersPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const { search, ...box } = useSearch();
  const [status, setStatus] = useState<OrderStatus>();
  const asked = { search, status };
  const orders = usePages({ queryKey: ['operator', 'orders', asked], load: (cursor) => loadOrders({ ...asked, cursor }) });
  const none = search === undefined && status === undefined;
  return (
    <>
      <MoneyHeader part="orders" about={t.ordersAbout} />
      <Group mb="md" align="flex-end">
        <SearchBox label={t.searchOrders} {...box} />
        <Choice label={words.status} options={OrderStatus.options} names={words.orderStatus} value={status} onChange={setStatus} />
      </Group>
      <PagedTable
        query={orders}
        caption={t.orders}
        columns={[
          {
            name: words.server,
            sortBy: ({ serverName }) => serverName,
            wraps: true,
            cell: ({ id, serverName }) => <OrderLink id={id} name={serverName} />,
          },
          {
            name: words.account,
            sortBy: ({ accountName }) => accountName,
            wraps: true,
            wideOnly: true,
            cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
          },
          {
            name: words.status,
            sortBy: ({ status: now }) => words.orderStatus[now],
            cell: ({ status: now, canceled }) => <OrderBadge status={now} canceled={canceled} />,
          },
          { name: words.plan, sortBy: ({ planName }) => planName, wideOnly: true, cell: ({ planName }) => planName },
          { name: t.term, wideOnly: true, cell: ({ cycle }) => words.cycle[cycle] },
          {
            name: t.paidUntil,
            sortBy: ({ periodEnd }) => periodEnd,
            cell: ({ periodEnd }) => (periodEnd === null ? '–' : <Time iso={periodEnd} />),
          },
          { name: t.renews, wideOnly: true, cell: ({ autoRenew }) => (autoRenew ? words.yes : words.no) },
          {
            name: t.monthlyPrice,
            sortBy: ({ monthlyPrice }) => monthlyPrice,
            align: 'right',
            wideOnly: true,
            cell: ({ monthlyPrice }) => (monthlyPrice === null ? '–' : <Money cad={monthlyPrice} />),
          },
        ]}
        empty={<EmptyState title={none ? t.noOrders : t.noOrdersFound} text={none ? t.noOrdersText : t.noOrdersFoundText} />}
      />
    </>
  );
}
