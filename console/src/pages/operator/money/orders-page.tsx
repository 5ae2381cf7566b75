import { OrderStatus } from '@boreal/contract/orders.ts';
import { Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { loadOrders } from '../../../api/operator/money.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Money } from '../../../parts/money.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { Choice } from '../parts/choice.tsx';
import { AccountLink, ServerLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { MoneyHeader } from './money-header.tsx';
import { useOperatorMoneyText } from './text.ts';

const colors = { pending: 'blue', active: 'boreal', ended: 'gray', failed: 'red' } as const satisfies Record<OrderStatus, string>;

/** Servers that are paid ahead. */
export function OrdersPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const [status, setStatus] = useState<OrderStatus>();
  const orders = usePages({ queryKey: ['operator', 'orders', { status }], load: (cursor) => loadOrders({ status, cursor }) });
  return (
    <>
      <MoneyHeader part="orders" about={t.ordersAbout} />
      <Group mb="md">
        <Choice
          label={words.status}
          all={words.all}
          options={OrderStatus.options}
          nameOf={(one) => words.orderStatus[one]}
          value={status}
          onChange={setStatus}
        />
      </Group>
      <PagedTable
        query={orders}
        caption={t.orders}
        rowKey={({ id }) => id}
        columns={[
          { name: words.server, cell: ({ serverId, serverName }) => <ServerLink id={serverId} name={serverName} /> },
          { name: words.account, cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} /> },
          {
            name: words.status,
            cell: ({ status: now, canceled }) => (
              <Badge variant="light" tt="none" color={colors[now]}>
                {canceled && now === 'active' ? t.canceled : words.orderStatus[now]}
              </Badge>
            ),
          },
          { name: words.plan, wideOnly: true, cell: ({ productId }) => productId },
          { name: t.term, wideOnly: true, cell: ({ cycle }) => words.cycle[cycle] },
          { name: t.paidUntil, cell: ({ periodEnd }) => (periodEnd === null ? '–' : <Time iso={periodEnd} />) },
          { name: t.renews, wideOnly: true, cell: ({ autoRenew }) => (autoRenew ? words.yes : words.no) },
          {
            name: t.monthlyPrice,
            align: 'right',
            cell: ({ monthlyPrice }) => (monthlyPrice === null ? '–' : <Money cad={monthlyPrice} />),
          },
        ]}
        empty={<EmptyState title={t.noOrders} text={t.noOrdersText} />}
      />
    </>
  );
}
