import type { PaymentStatus } from '@boreal/contract/billing/status.ts';
import { Badge } from '@mantine/core';
import { useOperatorText } from '../../parts/text.ts';

const colors = {
  pending: 'blue',
  processing: 'blue',
  requires_action: 'orange',
  succeeded: 'boreal',
  failed: 'red',
} as const satisfies Record<PaymentStatus, string>;

/** The status of a payment. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const words = useOperatorText();
  return <Badge color={colors[status]}>{words.paymentStatus[status]}</Badge>;
}
