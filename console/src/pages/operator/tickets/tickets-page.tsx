import { TicketStatus } from '@boreal/contract/support.ts';
import { loadTickets } from '../../../api/operator/support.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { oneOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { AccountLink } from '../parts/links.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorTicketsText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

const readFilter = ({ status }: Readonly<Record<string, unknown>>) => ({ status: oneOf(TicketStatus.options, status) });

/** What customers ask for. */
export function OperatorTicketsPage() {
  const t = useOperatorTicketsText();
  const words = useOperatorText();
  const kept = useListFilter(readFilter);
  const { status } = kept.filter;
  const tickets = usePages({ queryKey: ['operator', 'tickets', { status }], load: (cursor) => loadTickets({ status, cursor }) });
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
          {
            id: 'account',
            name: words.account,
            sortBy: ({ accountName }) => accountName,
            wraps: true,
            cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
          },
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
        <Choice
          label={words.status}
          options={TicketStatus.options}
          names={t.ticketStatus}
          value={status}
          onChange={(chosen) => kept.setFilter({ status: chosen })}
        />
      </PagedList>
    </>
  );
}
