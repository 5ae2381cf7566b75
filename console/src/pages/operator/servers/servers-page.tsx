import { actOnAnyServer } from '@boreal/contract/endpoints/operator/servers.ts';
import type { OperatorServerAction } from '@boreal/contract/operator/server-action.ts';
import type { OperatorServer } from '@boreal/contract/operator/operator.ts';
import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { useState } from 'react';
import { loadServers } from '../../../api/operator/servers.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useOperatorMay } from '../../../app/operator-role.ts';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { PageHeader } from '../../../parts/page-header.tsx';
import { oneOf, wordsOf } from '../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../parts/list-view/use-list-filter.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Ago } from '../../../parts/ago.tsx';
import { Choice } from '../parts/choice.tsx';
import { ServerLink } from '../parts/links.tsx';
import { SearchBox } from '../../../parts/list-view/search-box.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useAccountColumn } from '../parts/use-account-column.tsx';
import { usePlanName } from '../parts/use-plan-name.ts';
import { useWaitWords } from '../parts/use-wait-words.ts';
import { RowMenu } from './row-menu.tsx';
import { useOperatorServersText } from './text.ts';

/** Loaded when somebody stops one: most look. */
const HaltDialog = lazyPart('halt-server', async () => (await import('./halt-dialog.tsx')).HaltDialog, 0);

const readFilter = ({ search, status }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(ServerStatus.options, status),
});

/** Every customer's servers. */
export function OperatorServersPage() {
  const t = useOperatorServersText();
  const waitOf = useWaitWords();
  const words = useOperatorText();
  const whose = useAccountColumn();
  const shell = useShellText();
  const planName = usePlanName();
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const mayHalt = useOperatorMay(actOnAnyServer.needs);
  const [halting, setHalting] = useState<{ server: OperatorServer; action: OperatorServerAction } | null>(null);
  const servers = usePages({ queryKey: ['operator', 'servers', asked], load: (cursor) => loadServers({ ...asked, cursor }) });
  return (
    <>
      <PageHeader title={t.title} about={t.about} />
      <PagedList
        list="operator-servers"
        filter={kept}
        query={servers}
        caption={t.title}
        columns={[
          { name: words.name, sortBy: ({ name }) => name, wraps: true, cell: ({ id, name }) => <ServerLink id={id} name={name} /> },
          whose,
          {
            id: 'status',
            name: words.status,
            sortBy: ({ status: now }) => shell.status[now],
            cell: ({ status: now, task }) => <StatusBadge status={now} task={task} />,
          },
          {
            id: 'plan',
            name: words.plan,
            sortBy: ({ planId }) => planName(planId),
            wideOnly: true,
            cell: ({ planId }) => planName(planId),
          },
          { id: 'host', name: words.host, sortBy: ({ hostName }) => hostName, wideOnly: true, cell: ({ hostName }) => hostName ?? '–' },
          {
            id: 'address',
            name: t.ipv4,
            sortBy: (server) => endpointOf(server),
            wideOnly: true,
            cell: (server) => endpointOf(server) ?? '–',
          },
          {
            id: 'waits',
            name: words.waitsFor,
            sortBy: ({ waitReason }) => waitReason && waitOf(waitReason),
            wideOnly: true,
            cell: ({ waitReason }) => waitOf(waitReason),
          },
          {
            id: 'created',
            name: words.created,
            sortBy: ({ createdAt }) => createdAt,
            wideOnly: true,
            cell: ({ createdAt }) => <Ago iso={createdAt} />,
          },
          ...(mayHalt
            ? [
                {
                  name: words.action,
                  align: 'right' as const,
                  cell: (server: OperatorServer) => <RowMenu server={server} onAsk={(action) => setHalting({ server, action })} />,
                },
              ]
            : []),
        ]}
        empty={<EmptyState title={t.noneFound} text={t.noneFoundText} />}
      >
        <SearchBox label={t.searchFor} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <Choice
          label={words.status}
          all={t.notDeleted}
          options={ServerStatus.options}
          names={shell.status}
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
        />
      </PagedList>
      {halting !== null && <HaltDialog {...halting} onClose={() => setHalting(null)} />}
    </>
  );
}
