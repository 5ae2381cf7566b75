import type { Order } from '@boreal/contract/orders.ts';
import { listOrders } from '../../api/orders.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Time } from '../../parts/time.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { OrderBadge } from './order-badge.tsx';
import { useBillingText } from './text.ts';

/** Prepaid servers. */
export function OrdersPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const orders = usePages({ queryKey: [accountId, 'orders'], load: (cursor) => listOrders(accountId, cursor) });
  const renewalOf = ({ canceled, autoRenew }: Order) => (canceled ? t.canceled : autoRenew ? t.renewsItself : t.renewsByHand);
  return (
    <BillingFrame title={t.ordersTitle} about={t.ordersAbout}>
      <PagedTable
        query={orders}
        caption={t.ordersTitle}
        empty={
          <EmptyState
            title={t.ordersEmptyTitle}
            text={t.ordersEmptyText}
            action={<LinkButton to="/console/deploy">{t.deploy}</LinkButton>}
          />
        }
        columns={[
          {
            name: t.server,
            wraps: true,
            cell: ({ id, serverName }) => (
              <LinkAnchor to="/console/billing/orders/$orderId" params={{ orderId: id }} underline="always">
                {serverName}
              </LinkAnchor>
            ),
          },
          { name: t.plan, wideOnly: true, cell: ({ planName }) => planName },
          { name: t.cycle, wideOnly: true, cell: ({ cycle }) => t.cycles[cycle] },
          { name: t.status, cell: (order) => <OrderBadge status={order.status} /> },
          { name: t.periodEnd, cell: ({ periodEnd }) => (periodEnd === null ? '–' : <Time iso={periodEnd} />) },
          { name: t.renewal, wideOnly: true, cell: renewalOf },
        ]}
      />
    </BillingFrame>
  );
}
