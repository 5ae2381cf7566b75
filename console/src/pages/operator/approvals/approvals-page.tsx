import { deedInWords } from '@boreal/contract/operator-deed-words.ts';
import type { OperatorRequest, OperatorRequestStatus } from '@boreal/contract/operator-requests.ts';
import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { loadRequests, requestsKey, waitingRequestsQuery } from '../../../api/operator/requests.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { Decisions } from '../../../parts/decisions.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { AccountLink } from '../parts/links.tsx';
import { RequestCard } from './request-card.tsx';
import { useOperatorApprovalsText } from './text.ts';

const colors = {
  waiting: 'blue',
  approved: 'boreal',
  declined: 'red',
  expired: 'gray',
} as const satisfies Record<OperatorRequestStatus, string>;

/** What takes two operators: what waits, and what became of the rest. */
export function OperatorApprovalsPage() {
  const t = useOperatorApprovalsText();
  const { language } = useLanguage();
  const format = useFormats();
  const waiting = useQuery(waitingRequestsQuery);
  const all = usePages({ queryKey: [...requestsKey, 'all'], load: loadRequests });
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
          <PagedTable
            query={all}
            caption={t.historyCaption}
            empty={<EmptyState title={t.historyNone} text={t.historyNoneText} />}
            columns={[
              { name: t.asked, sortBy: ({ askedAt }) => askedAt, cell: ({ askedAt }) => <Ago iso={askedAt} /> },
              { name: t.what, sortBy: what, cell: what },
              {
                name: t.account,
                sortBy: ({ deed: { accountId }, accountName }) => accountName ?? accountId,
                cell: ({ deed: { accountId }, accountName }) =>
                  accountId === null ? t.everyone : <AccountLink id={accountId} name={accountName ?? accountId} />,
                wideOnly: true,
              },
              { name: t.askedBy, sortBy: asker, cell: asker, wideOnly: true },
              {
                name: t.status,
                sortBy: ({ status }) => t.statuses[status],
                cell: ({ status }) => <Badge color={colors[status]}>{t.statuses[status]}</Badge>,
              },
              {
                name: t.decidedBy,
                sortBy: ({ decidedByName }) => decidedByName,
                cell: ({ decidedByName }) => decidedByName ?? '–',
                wideOnly: true,
              },
            ]}
          />
        ),
      }}
    />
  );
}
