import { TicketStatus } from '@boreal/contract/account/support.ts';
import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { listTickets, ticketsKey } from '../../api/support.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { oneOf, wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import { SearchBox } from '../../parts/list-view/search-box.tsx';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Ago } from '../../parts/ago.tsx';
import { useSupportText } from './text.ts';
import { TicketBadge } from './ticket-badge.tsx';

const readFilter = ({ search, status }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(TicketStatus.options, status),
});

/** The account's conversations with support. */
export function TicketsPage() {
  const t = useSupportText();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const mayWrite = useMayDo('tickets.write');
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const tickets = usePages({
    queryKey: [...ticketsKey(accountId), asked],
    load: (cursor) => listTickets(accountId, { ...asked, cursor }),
  });
  const isNarrowed = asked.search !== undefined || asked.status !== undefined;
  const create = (
    <ReasonedButton reason={mayWrite ? null : t.mayNot} onClick={() => void navigate({ to: '/console/support/new' })}>
      {t.create}
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={create} />
      <PagedList
        list="tickets"
        filter={kept}
        query={tickets}
        caption={t.caption}
        empty={<EmptyState title={t.emptyTitle} text={isNarrowed ? t.emptyFilter : t.emptyText} />}
        columns={[
          {
            name: t.subject,
            sortBy: ({ subject }) => subject,
            wraps: true,
            cell: ({ id, subject }) => (
              <LinkAnchor to="/console/support/$ticketId" params={{ ticketId: id }} fw={600}>
                {subject}
              </LinkAnchor>
            ),
          },
          {
            id: 'status',
            name: t.status,
            sortBy: ({ status: now }) => t.statuses[now],
            cell: (ticket) => <TicketBadge status={ticket.status} />,
          },
          {
            id: 'updated',
            name: t.updated,
            sortBy: ({ updatedAt }) => updatedAt,
            cell: ({ updatedAt }) => <Ago iso={updatedAt} />,
            wideOnly: true,
          },
        ]}
      >
        <SearchBox label={t.search} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <NativeSelect
          label={t.show}
          value={filter.status ?? ''}
          onChange={(event) => setFilter({ ...filter, status: oneOf(TicketStatus.options, event.currentTarget.value) })}
          data={[{ value: '', label: t.all }, ...TicketStatus.options.map((value) => ({ value, label: t.statuses[value] }))]}
        />
      </PagedList>
    </>
  );
}
