import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalStatus } from '@boreal/contract/agents/agents.ts';
import { approvalsKey, listDecidedApprovals, pendingApprovalsQuery } from '../../api/agents.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { Decisions } from '../../parts/decisions.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Ago } from '../../parts/ago.tsx';
import { PendingApproval } from './pending-approval.tsx';
import { useApprovalsText } from './text.ts';
import { useDeed } from './use-deed.ts';

const colors = {
  pending: 'blue',
  approved: 'boreal',
  used: 'boreal',
  refused: 'red',
  expired: 'gray',
} as const satisfies Record<ApprovalStatus, string>;

/** Agents' requests for approval, and the decisions. */
export function ApprovalsPage() {
  const t = useApprovalsText();
  const format = useFormats();
  const deedOf = useDeed();
  const accountId = useAccountId();
  const pending = useQuery(pendingApprovalsQuery(accountId));
  const decided = usePages({
    queryKey: [...approvalsKey(accountId), 'decided'],
    load: (cursor) => listDecidedApprovals(accountId, cursor),
  });
  return (
    <Decisions
      title={t.title}
      about={t.about}
      waiting={{
        title: t.waiting,
        query: pending,
        none: { title: t.nothingTitle, text: t.nothingText },
        card: (approval) => <PendingApproval key={approval.id} approval={approval} />,
      }}
      history={{
        title: t.history,
        table: (
          <PagedTable
            query={decided}
            caption={t.historyCaption}
            empty={<EmptyState title={t.historyEmptyTitle} text={t.historyEmptyText} />}
            columns={[
              { name: t.when, sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
              { name: t.agent, sortBy: ({ key }) => key.name, cell: ({ key }) => key.name, wideOnly: true },
              { name: t.deed, sortBy: ({ tool }) => deedOf(tool), cell: ({ tool }) => deedOf(tool) },
              {
                name: t.amount,
                sortBy: ({ charge, hourly }) => (charge > 0 ? charge : hourly),
                align: 'right',
                cell: ({ charge, hourly }) => (charge > 0 ? format.money(charge) : t.perHour(format.rate(hourly))),
              },
              {
                name: t.status,
                sortBy: ({ status }) => t.statuses[status],
                cell: ({ status }) => <Badge color={colors[status]}>{t.statuses[status]}</Badge>,
              },
              { name: t.decidedBy, sortBy: ({ decidedBy }) => decidedBy, cell: ({ decidedBy }) => decidedBy ?? '–', wideOnly: true },
            ]}
          />
        ),
      }}
    />
  );
}
