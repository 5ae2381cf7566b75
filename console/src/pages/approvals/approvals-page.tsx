import { Badge, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ApprovalStatus } from '@boreal/contract/agents.ts';
import { approvalsKey, listDecidedApprovals, pendingApprovalsQuery } from '../../api/agents.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Queried } from '../../parts/queried.tsx';
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
    <>
      <PageHeader title={t.title} about={t.about} />
      <Stack gap="xl">
        <Stack component="section" gap="sm">
          <Title order={2}>{t.waiting}</Title>
          <Queried query={pending}>
            {(all) =>
              all.length === 0 ? (
                <Card>
                  <Text fw={600}>{t.nothingTitle}</Text>
                  <Text c="dimmed">{t.nothingText}</Text>
                </Card>
              ) : (
                <Stack>
                  {all.map((approval) => (
                    <PendingApproval key={approval.id} approval={approval} />
                  ))}
                </Stack>
              )
            }
          </Queried>
        </Stack>
        <Stack component="section" gap="sm">
          <Title order={2}>{t.history}</Title>
          <PagedTable
            query={decided}
            caption={t.historyCaption}
            empty={<EmptyState title={t.historyEmptyTitle} text={t.historyEmptyText} />}
            columns={[
              { name: t.when, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
              { name: t.agent, cell: ({ key }) => key.name, wideOnly: true },
              { name: t.deed, cell: ({ tool }) => deedOf(tool) },
              {
                name: t.amount,
                align: 'right',
                cell: ({ charge, hourly }) => (charge > 0 ? format.money(charge) : t.perHour(format.rate(hourly))),
              },
              { name: t.status, cell: ({ status }) => <Badge color={colors[status]}>{t.statuses[status]}</Badge> },
              { name: t.decidedBy, cell: ({ decidedBy }) => decidedBy ?? '–', wideOnly: true },
            ]}
          />
        </Stack>
      </Stack>
    </>
  );
}
