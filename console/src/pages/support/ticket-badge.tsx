import type { TicketStatus } from '@boreal/contract/account/support.ts';
import { Badge } from '@mantine/core';
import { useSupportText } from './text.ts';

const colors = {
  open: 'blue',
  waiting_for_operator: 'blue',
  waiting_for_customer: 'boreal',
  closed: 'gray',
} as const satisfies Record<TicketStatus, string>;

/** Whose turn a ticket is, in its customer's words. */
export function TicketBadge({ status }: { status: TicketStatus }) {
  const t = useSupportText();
  return <Badge color={colors[status]}>{t.statuses[status]}</Badge>;
}
