import { endpointOf } from '@boreal/contract/ssh-command.ts';
import { ServerStatus } from '@boreal/contract/servers.ts';
import { Group } from '@mantine/core';
import { useState } from 'react';
import { loadServers } from '../../../api/operator/servers.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { AccountLink, ServerLink } from '../parts/links.tsx';
import { SearchBox, useSearch } from '../parts/search-box.tsx';
import { useOperatorText } from '../parts/text.ts';
import { usePlanName } from '../parts/use-plan-name.ts';
import { useWaitWords } from '../parts/use-wait-words.ts';
import { useOperatorServersText } from './text.ts';

/** Every customer's servers. */
export function OperatorServersPage() {
  const t = useOperatorServersText();
  const waitOf = useWaitWords();
  const words = useOperatorText();
  const shell = useShellText();
  const planName = usePlanName();
  const { search, ...box } = useSearch();
  const [status, setStatus] = useState<ServerStatus>();
  const asked = { search, status };
  const servers = usePages({ queryKey: ['operator', 'servers', asked], load: (cursor) => loadServers({ ...asked, cursor }) });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <Group mb="md" align="flex-end">
        <SearchBox label={t.searchFor} {...box} />
        <Choice
          label={words.status}
          all={t.notDeleted}
          options={ServerStatus.options}
          names={shell.status}
          value={status}
          onChange={setStatus}
        />
      </Group>
      <PagedTable
        query={servers}
        caption={t.title}
        columns={[
          { name: words.name, sortBy: ({ name }) => name, wraps: true, cell: ({ id, name }) => <ServerLink id={id} name={name} /> },
          {
            name: words.account,
            sortBy: ({ accountName }) => accountName,
            wraps: true,
            cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
          },
          {
            name: words.status,
            sortBy: ({ status: now }) => shell.status[now],
            cell: ({ status: now, task }) => <StatusBadge status={now} task={task} />,
          },
          { name: words.plan, sortBy: ({ planId }) => planName(planId), wideOnly: true, cell: ({ planId }) => planName(planId) },
          { name: words.host, sortBy: ({ hostName }) => hostName, wideOnly: true, cell: ({ hostName }) => hostName ?? '–' },
          { name: t.ipv4, sortBy: (server) => endpointOf(server), wideOnly: true, cell: (server) => endpointOf(server) ?? '–' },
          { name: words.waitsFor, wideOnly: true, cell: ({ waitReason }) => waitOf(waitReason) },
          { name: words.created, sortBy: ({ createdAt }) => createdAt, wideOnly: true, cell: ({ createdAt }) => <Ago iso={createdAt} /> },
        ]}
        empty={<EmptyState title={t.noneFound} text={t.noneFoundText} />}
      />
    </>
  );
}
