import { closeAnyTicket } from '@boreal/contract/endpoints/operator/support.ts';
import type { OperatorTicket } from '@boreal/contract/operator/operator.ts';
import { TicketStatus } from '@boreal/contract/account/support.ts';
import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { loadTickets } from '../../../api/operator/support.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { oneOf, wordsOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { SearchBox } from '../../../parts/list-view/search-box.tsx';
import { useBulk } from '../../../parts/list-view/use-bulk.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useAccountColumn } from '../parts/use-account-column.tsx';
import { useOperatorTicketsText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

const readFilter = ({ search, status }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(TicketStatus.options, status),
});

const isOpen = ({ status }: OperatorTicket) => status !== 'closed';

/** What customers ask for. */
export function OperatorTicketsPage() {
  const t = useOperatorTicketsText();
  const words = useOperatorText();
  const whose = useAccountColumn();
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const tickets = usePages({ queryKey: ['operator', 'tickets', asked], load: (cursor) => loadTickets({ ...asked, cursor }) });
  const queryClient = useQueryClient();
  const mayClose = useOperatorMay(closeAnyTicket.needs);
  const bulk = useBulk({
    rows: (tickets.data?.pages.flatMap(({ items }) => items) ?? []).filter(isOpen),
    words: t.many,
    nameOf: ({ subject, accountName }) => `${subject} (${accountName})`,
    act: ({ id: ticketId }) => call(closeAnyTicket, { params: { ticketId } }),
    destructive: false,
    onDone: () => queryClient.invalidateQueries({ queryKey: ['operator'] }),
  });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <PagedList
        list="operator-tickets"
        filter={kept}
        query={tickets}
        bulk={mayClose && bulk.bar}
        caption={t.title}
        columns={[
          {
            name: t.subject,
            sortBy: ({ subject }) => subject,
            wraps: true,
            cell: (ticket) => (
              <Group gap="sm" wrap="nowrap">
                {mayClose && isOpen(ticket) && bulk.tick(ticket)}
                <LinkAnchor inherit to="/operator/tickets/$ticketId" params={{ ticketId: ticket.id }}>
                  {ticket.subject}
                </LinkAnchor>
              </Group>
            ),
          },
          whose,
          {
            id: 'status',
            name: words.status,
            sortBy: ({ status: now }) => t.ticketStatus[now],
            cell: ({ status: now }) => <TicketBadge status={now} />,
          },
          {
            id: 'updated',
            name: t.updated,
            sortBy: ({ updatedAt }) => updatedAt,
            wideOnly: true,
            cell: ({ updatedAt }) => <Ago iso={updatedAt} />,
          },
        ]}
        empty={<EmptyState title={t.none} text={t.noneText} />}
      >
        <SearchBox label={t.search} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <Choice
          label={words.status}
          options={TicketStatus.options}
          names={t.ticketStatus}
          value={filter.status}
          onChange={(chosen) => setFilter({ ...filter, status: chosen })}
        />
      </PagedList>
    </>
  );
}
