import { TicketStatus } from '@boreal/contract/support.ts';
import { loadTickets } from '../../../api/operator/support.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { oneOf, wordsOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { SearchBox } from '../../../parts/list-view/search-box.tsx';
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

/** What customers ask for. */
export function OperatorTicketsPage() {
  const t = useOperatorTicketsText();
  const words = useOperatorText();
  const whose = useAccountColumn();
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const tickets = usePages({ queryKey: ['operator', 'tickets', asked], load: (cursor) => loadTickets({ ...asked, cursor }) });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <PagedList
        list="operator-tickets"
        filter={kept}
        query={tickets}
        caption={t.title}
        columns={[
          {
            name: t.subject,
            sortBy: ({ subject }) => subject,
            wraps: true,
            cell: ({ id, subject }) => (
              <LinkAnchor inherit to="/operator/tickets/$ticketId" params={{ ticketId: id }}>
                {subject}
              </LinkAnchor>
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
