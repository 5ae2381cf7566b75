import { TicketStatus } from '@boreal/contract/support.ts';
import { Group } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { loadTickets } from '../../../api/operator/support.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { AccountLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorTicketsText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

/** What customers ask for. */
export function OperatorTicketsPage() {
  const t = useOperatorTicketsText();
  const words = useOperatorText();
  const [status, setStatus] = useState<z.infer<typeof TicketStatus>>();
  const tickets = usePages({ queryKey: ['operator', 'tickets', { status }], load: (cursor) => loadTickets({ status, cursor }) });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Group mb="md">
        <Choice label={words.status} options={TicketStatus.options} names={t.ticketStatus} value={status} onChange={setStatus} />
      </Group>
      <PagedTable
        query={tickets}
        caption={t.title}
        columns={[
          {
            name: t.subject,
            wraps: true,
            cell: ({ id, subject }) => (
              <LinkAnchor inherit to="/operator/tickets/$ticketId" params={{ ticketId: id }}>
                {subject}
              </LinkAnchor>
            ),
          },
          { name: words.account, wraps: true, cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} /> },
          { name: words.status, cell: ({ status: now }) => <TicketBadge status={now} /> },
          { name: t.updated, wideOnly: true, cell: ({ updatedAt }) => <Ago iso={updatedAt} /> },
        ]}
        empty={<EmptyState title={t.none} text={t.noneText} />}
      />
    </>
  );
}
