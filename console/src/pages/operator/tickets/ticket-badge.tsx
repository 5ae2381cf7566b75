import type { TicketStatus } from '@boreal/contract/account/support.ts';
import { Badge } from '@mantine/core';
import type { z } from 'zod';
import { useOperatorTicketsText } from './text.ts';

type Status = z.infer<typeof TicketStatus>;
const colors = { open: 'orange', waiting_for_customer: 'blue', waiting_for_operator: 'orange', closed: 'gray' } as const satisfies Record<
  Status,
  string
>;

/** Whose turn a ticket is. */
export function TicketBadge({ status }: { status: Status }) {
  const t = useOperatorTicketsText();
  return <Badge color={colors[status]}>{t.ticketStatus[status]}</Badge>;
}
