import { TicketStatus } from '@boreal/contract/support.ts';
import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listTickets, ticketsKey } from '../../api/support.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Ago } from '../../parts/ago.tsx';
import { useSupportText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

/** The account's conversations with support. */
export function TicketsPage() {
  const t = useSupportText();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const mayWrite = useMayDo('tickets.write');
  const [status, setStatus] = useState<TicketStatus | null>(null);
  const tickets = usePages({
    queryKey: [...ticketsKey(accountId), status],
    load: (cursor) => listTickets(accountId, { status, cursor }),
  });
  const create = (
    <ReasonedButton reason={mayWrite ? null : t.mayNot} onClick={() => void navigate({ to: '/console/support/new' })}>
      {t.create}
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={create} />
      <NativeSelect
        label={t.show}
        mb="md"
        maw={280}
        value={status ?? ''}
        onChange={(event) => setStatus(TicketStatus.safeParse(event.currentTarget.value).data ?? null)}
        data={[{ value: '', label: t.all }, ...TicketStatus.options.map((value) => ({ value, label: t.statuses[value] }))]}
      />
      <PagedTable
        query={tickets}
        caption={t.caption}
        empty={<EmptyState title={t.emptyTitle} text={status === null ? t.emptyText : t.emptyFilter} />}
        columns={[
          {
            name: t.subject,
            wraps: true,
            cell: ({ id, subject }) => (
              <LinkAnchor to="/console/support/$ticketId" params={{ ticketId: id }} fw={600}>
                {subject}
              </LinkAnchor>
            ),
          },
          { name: t.status, cell: (ticket) => <TicketBadge status={ticket.status} /> },
          { name: t.updated, cell: ({ updatedAt }) => <Ago iso={updatedAt} />, wideOnly: true },
        ]}
      />
    </>
  );
}
