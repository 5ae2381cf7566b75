import type { StuckWork } from '@boreal/contract/operator/oversight.ts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Retried } from '../../../api/operator/oversight.ts';
import type { Column } from '../../../parts/data-table.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { Money } from '../../../parts/money.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { PaymentLink, ServerLink } from '../parts/links.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useAccountColumn } from '../parts/use-account-column.tsx';
import { useWaitWords } from '../parts/use-wait-words.ts';
import { useOperatorJobsText } from './text.ts';

type Action = (sort: Retried, id: string) => ReactNode;

/** Each kind of stuck work, with a way to retry it. */
export function StuckLists({ work, action }: { work: StuckWork; action: Action }) {
  const t = useOperatorJobsText();
  const waitOf = useWaitWords();
  const words = useOperatorText();
  const shell = useShellText();
  const whose = useAccountColumn();
  return (
    <>
      <Sort
        title={t.queue}
        rows={work.jobs}
        columns={[
          { name: t.task, sortBy: ({ task, key }) => key ?? task, cell: ({ task, key }) => key ?? task },
          {
            name: words.attempts,
            sortBy: ({ attempts }) => attempts,
            cell: ({ attempts, maxAttempts }) => t.triesOf(attempts, maxAttempts),
          },
          {
            name: t.lastError,
            sortBy: ({ lastError }) => lastError,
            cell: ({ lastError }) => (
              <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} lineClamp={4}>
                {lastError ?? '–'}
              </Text>
            ),
          },
          { name: t.runAt, sortBy: ({ runAt }) => runAt, wideOnly: true, cell: ({ runAt }) => <Ago iso={runAt} real /> },
          { name: words.action, align: 'right', cell: ({ id }) => action('jobs', id) },
        ]}
      />
      <Sort
        title={t.servers}
        rows={work.servers}
        columns={[
          { name: words.server, sortBy: ({ name }) => name, wraps: true, cell: ({ id, name }) => <ServerLink id={id} name={name} /> },
          { ...whose, wideOnly: true },
          {
            name: words.status,
            sortBy: ({ status }) => shell.status[status],
            cell: ({ status, task }) => <StatusBadge status={status} task={task} />,
          },
          { name: words.attempts, sortBy: ({ attempts }) => attempts, align: 'right', cell: ({ attempts }) => attempts },
          {
            name: words.waitsFor,
            sortBy: ({ waitReason }) => waitReason && waitOf(waitReason),
            cell: ({ waitReason }) => waitOf(waitReason),
          },
          {
            name: t.since,
            sortBy: ({ convergeAt }) => convergeAt,
            wideOnly: true,
            cell: ({ convergeAt }) => (convergeAt === null ? '–' : <Ago iso={convergeAt} />),
          },
          { name: words.action, align: 'right', cell: ({ id }) => action('servers', id) },
        ]}
      />
      <Sort
        title={t.backups}
        rows={work.backups}
        columns={[
          {
            name: words.server,
            sortBy: ({ serverName }) => serverName,
            wraps: true,
            cell: ({ serverId, serverName }) => <ServerLink id={serverId} name={serverName} />,
          },
          whose,
          { name: t.begun, sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
          { name: words.action, align: 'right', cell: ({ serverId }) => action('servers', serverId) },
        ]}
      />
      <Sort
        title={t.payments}
        rows={work.payments}
        columns={[
          { name: t.begun, sortBy: ({ createdAt }) => createdAt, cell: (payment) => <PaymentLink {...payment} /> },
          whose,
          { name: words.status, sortBy: ({ status }) => words.paymentStatus[status], cell: ({ status }) => words.paymentStatus[status] },
          { name: words.attempts, sortBy: ({ attempts }) => attempts, align: 'right', wideOnly: true, cell: ({ attempts }) => attempts },
          { name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
          { name: words.action, align: 'right', cell: ({ id }) => action('payments', id) },
        ]}
      />
      <Sort
        title={t.refunds}
        rows={work.refunds}
        columns={[
          {
            name: t.begun,
            sortBy: ({ createdAt }) => createdAt,
            cell: ({ paymentId, createdAt }) => <PaymentLink id={paymentId} createdAt={createdAt} />,
          },
          whose,
          { name: words.attempts, sortBy: ({ attempts }) => attempts, align: 'right', wideOnly: true, cell: ({ attempts }) => attempts },
          { name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
          { name: words.action, align: 'right', cell: ({ id }) => action('refunds', id) },
        ]}
      />
    </>
  );
}

function Sort<T extends { id: string }>({ title, rows, columns }: { title: string; rows: readonly T[]; columns: readonly Column<T>[] }) {
  if (rows.length === 0) return null;
  return (
    <Section title={title}>
      <ListTable caption={title} rows={rows} rowKey={({ id }) => id} columns={columns} empty={null} />
    </Section>
  );
}
