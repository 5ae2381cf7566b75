import { OrderStatus } from '@boreal/contract/billing/status.ts';
import type { Order } from '@boreal/contract/billing/orders.ts';
import { NativeSelect } from '@mantine/core';
import { listOrders } from '../../api/orders.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { oneOf } from '../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { Time } from '../../parts/time.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { OrderBadge } from './order-badge.tsx';
import { useBillingText } from './text.ts';

const readFilter = ({ status }: Readonly<Record<string, unknown>>) => ({ status: oneOf(OrderStatus.options, status) });

/** Prepaid servers. */
export function OrdersPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const kept = useListFilter(readFilter);
  const { status } = kept.filter;
  const orders = usePages({
    queryKey: [accountId, 'orders', 'list', status ?? 'all'],
    load: (cursor) => listOrders(accountId, { cursor, status }),
  });
  const renewalOf = ({ canceled, autoRenew }: Order) => (canceled ? t.canceled : autoRenew ? t.renewsItself : t.renewsByHand);
  return (
    <BillingFrame title={t.ordersTitle} about={t.ordersAbout}>
      <PagedList
        list="orders"
        filter={kept}
        query={orders}
        caption={t.ordersTitle}
        empty={
          status === undefined ? (
            <EmptyState
              title={t.ordersEmptyTitle}
              text={t.ordersEmptyText}
              action={<LinkButton to="/console/deploy">{t.deploy}</LinkButton>}
            />
          ) : (
            <EmptyState title={t.ordersNoneTitle} text={t.ordersNoneText} />
          )
        }
        columns={[
          {
            name: t.server,
            sortBy: ({ serverName }) => serverName,
            wraps: true,
            cell: ({ id, serverName }) => (
              <LinkAnchor to="/console/billing/orders/$orderId" params={{ orderId: id }} underline="always">
                {serverName}
              </LinkAnchor>
            ),
          },
          { id: 'plan', name: t.plan, sortBy: ({ planName }) => planName, wideOnly: true, cell: ({ planName }) => planName },
          { id: 'cycle', name: t.cycle, sortBy: ({ cycle }) => t.cycles[cycle], wideOnly: true, cell: ({ cycle }) => t.cycles[cycle] },
          {
            id: 'status',
            name: t.status,
            sortBy: (order) => t.orderStatus[order.status],
            cell: (order) => <OrderBadge status={order.status} />,
          },
          {
            id: 'end',
            name: t.periodEnd,
            sortBy: ({ periodEnd }) => periodEnd,
            cell: ({ periodEnd }) => (periodEnd === null ? '–' : <Time iso={periodEnd} />),
          },
          { id: 'renewal', name: t.renewal, sortBy: renewalOf, wideOnly: true, cell: renewalOf },
        ]}
      >
        <NativeSelect
          label={t.status}
          value={status ?? ''}
          onChange={(event) => kept.setFilter({ status: oneOf(OrderStatus.options, event.currentTarget.value) })}
          data={[{ value: '', label: t.allStatuses }, ...OrderStatus.options.map((one) => ({ value: one, label: t.orderStatus[one] }))]}
        />
      </PagedList>
    </BillingFrame>
  );
}
