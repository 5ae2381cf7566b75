import { deedInWords } from '@boreal/contract/operator/deed-words.ts';
import { OperatorRequestStatus, type OperatorRequest } from '@boreal/contract/operator/requests.ts';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { loadRequests, requestsKey, waitingRequestsQuery } from '../../../api/operator/requests.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { Decisions } from '../../../parts/decisions.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { oneOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { Choice } from '../parts/choice.tsx';
import { AccountLink } from '../parts/links.tsx';
import { RequestCard } from './request-card.tsx';
import { useOperatorApprovalsText } from './text.ts';

const colors = {
  waiting: 'blue',
  approved: 'boreal',
  declined: 'red',
  expired: 'gray',
} as const satisfies Record<OperatorRequestStatus, string>;

const readFilter = ({ status }: Readonly<Record<string, unknown>>) => ({ status: oneOf(OperatorRequestStatus.options, status) });

/** What takes two operators: what waits, and what became of the rest. */
export function OperatorApprovalsPage() {
  const t = useOperatorApprovalsText();
  const { language } = useLanguage();
  const format = useFormats();
  const waiting = useQuery(waitingRequestsQuery);
  const kept = useListFilter(readFilter);
  const { status } = kept.filter;
  const all = usePages({ queryKey: [...requestsKey, 'all', { status }], load: (cursor) => loadRequests({ status, cursor }) });
  const what = ({ deed }: OperatorRequest) => deedInWords(deed, { language, cad: format.money });
  const asker = ({ askedBy, askedByName }: OperatorRequest) => (askedBy === null ? t.byCommand : askedByName);
  return (
    <Decisions
      title={t.title}
      about={t.about}
      waiting={{
        title: t.waiting,
        query: waiting,
        none: { title: t.none, text: t.noneText },
        maxWidth: 820,
        card: (request) => <RequestCard key={request.id} request={request} />,
      }}
      history={{
        title: t.history,
        table: (
          <PagedList
            list="operator-approvals"
            filter={kept}
            query={all}
            caption={t.historyCaption}
            empty={
              status === undefined ? (
                <EmptyState title={t.historyNone} text={t.historyNoneText} />
              ) : (
                <EmptyState title={t.historyNoneFound} text={t.historyNoneFoundText} />
              )
            }
            columns={[
              { name: t.asked, sortBy: ({ askedAt }) => askedAt, cell: ({ askedAt }) => <Ago iso={askedAt} /> },
              { id: 'what', name: t.what, sortBy: what, cell: what },
              {
                id: 'account',
                name: t.account,
                sortBy: ({ deed: { accountId }, accountName }) => accountName ?? accountId,
                cell: ({ deed: { accountId }, accountName }) =>
                  accountId === null ? t.everyone : <AccountLink id={accountId} name={accountName ?? accountId} />,
                wideOnly: true,
              },
              { id: 'asked-by', name: t.askedBy, sortBy: asker, cell: asker, wideOnly: true },
              {
                id: 'status',
                name: t.status,
                sortBy: ({ status }) => t.statuses[status],
                cell: ({ status }) => <Badge color={colors[status]}>{t.statuses[status]}</Badge>,
              },
              {
                id: 'decided-by',
                name: t.decidedBy,
                sortBy: ({ decidedByName }) => decidedByName,
                cell: ({ decidedByName }) => decidedByName ?? '–',
                wideOnly: true,
              },
            ]}
          >
            <Choice
              label={t.status}
              options={OperatorRequestStatus.options}
              names={t.statuses}
              value={status}
              onChange={(chosen) => kept.setFilter({ status: chosen })}
            />
          </PagedList>
        ),
      }}
    />
  );
}
