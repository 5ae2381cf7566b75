import type { OrderStatus } from '@boreal/contract/billing/status.ts';
import type { Order } from '@boreal/contract/billing/orders.ts';
import { Badge } from '@mantine/core';
import { useOperatorText } from '../../parts/text.ts';

const colors = { pending: 'blue', active: 'boreal', ended: 'gray', failed: 'red' } as const satisfies Record<OrderStatus, string>;

/** The status of an order; a cancelled one runs to the end of its term. */
export function OrderBadge({ status, canceled }: Pick<Order, 'status' | 'canceled'>) {
  const words = useOperatorText();
  return <Badge color={colors[status]}>{canceled && status === 'active' ? words.orderCanceled : words.orderStatus[status]}</Badge>;
}
