import type { OrderStatus } from '@boreal/contract/billing/status.ts';
import { Badge } from '@mantine/core';
import { useBillingText } from './text.ts';

const colors = { pending: 'blue', active: 'boreal', ended: 'gray', failed: 'red' } as const satisfies Record<OrderStatus, string>;

/** The status of an order. */
export function OrderBadge({ status }: { status: OrderStatus }) {
  const t = useBillingText();
  return (
    <Badge fw={600} color={colors[status]}>
      {t.orderStatus[status]}
    </Badge>
  );
}
