import { OrderStatus } from '@boreal/contract/billing/status.ts';
import { loadOrders } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { oneOf, wordsOf } from '../../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../../parts/list-view/use-list-filter.ts';
import { Time } from '../../../../parts/time.tsx';
import { Choice } from '../../parts/choice.tsx';
import { OrderLink } from '../../parts/links.tsx';
import { SearchBox } from '../../../../parts/list-view/search-box.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useAccountColumn } from '../../parts/use-account-column.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { OrderBadge } from './order-badge.tsx';

const readFilter = ({ search, status }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(OrderStatus.options, status),
});

/** Prepaid servers. */
export function OrdersPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const whose = useAccountColumn();
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const orders = usePages({ queryKey: ['operator', 'orders', asked], load: (cursor) => loadOrders({ ...asked, cursor }) });
  const none = asked.search === undefined && asked.status === undefined;
  return (
    <>
      <MoneyHeader part="orders" about={t.ordersAbout} />
      <PagedList
        list="operator-orders"
        filter={kept}
        query={orders}
        caption={t.orders}
        columns={[
          {
            name: words.server,
            sortBy: ({ serverName }) => serverName,
            wraps: true,
            cell: ({ id, serverName }) => <OrderLink id={id} name={serverName} />,
          },
          { ...whose, wideOnly: true },
          {
            id: 'status',
            name: words.status,
            sortBy: ({ status: now }) => words.orderStatus[now],
            cell: ({ status: now, canceled }) => <OrderBadge status={now} canceled={canceled} />,
          },
          { id: 'plan', name: words.plan, sortBy: ({ planName }) => planName, wideOnly: true, cell: ({ planName }) => planName },
          { id: 'term', name: t.term, sortBy: ({ cycle }) => words.cycle[cycle], wideOnly: true, cell: ({ cycle }) => words.cycle[cycle] },
          {
            id: 'until',
            name: t.paidUntil,
            sortBy: ({ periodEnd }) => periodEnd,
            cell: ({ periodEnd }) => (periodEnd === null ? '–' : <Time iso={periodEnd} />),
          },
          {
            id: 'renews',
            name: t.renews,
            sortBy: ({ autoRenew }) => Number(autoRenew),
            wideOnly: true,
            cell: ({ autoRenew }) => (autoRenew ? words.yes : words.no),
          },
          {
            id: 'price',
            name: t.monthlyPrice,
            sortBy: ({ monthlyPrice }) => monthlyPrice,
            align: 'right',
            wideOnly: true,
            cell: ({ monthlyPrice }) => (monthlyPrice === null ? '–' : <Money cad={monthlyPrice} />),
          },
        ]}
        empty={<EmptyState title={none ? t.noOrders : t.noOrdersFound} text={none ? t.noOrdersText : t.noOrdersFoundText} />}
      >
        <SearchBox label={t.searchOrders} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <Choice
          label={words.status}
          options={OrderStatus.options}
          names={words.orderStatus}
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
        />
      </PagedList>
    </>
  );
}
