import { labelText } from '@boreal/contract/servers/labels.ts';
import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { ServerStatus } from '@boreal/contract/servers/servers.ts';
import { Button, Card, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { deletedServersQuery } from '../../api/servers.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import type { Column } from '../../parts/data-table.tsx';
import { LongTable } from '../../parts/list-table.tsx';
import { ListBar } from '../../parts/list-view/list-bar.tsx';
import { oneOf, wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { useChosenColumns } from '../../parts/list-view/use-chosen-columns.ts';
import { useListFilter, type KeptFilter } from '../../parts/list-view/use-list-filter.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Ago } from '../../parts/ago.tsx';
import { BulkActions } from './actions/bulk-actions.tsx';
import { RowMenu } from './actions/row-menu.tsx';
import { useDeeds } from './actions/use-deeds.tsx';
import { LabelFilter } from './description/label-filter.tsx';
import { LabelTags } from './description/label-tags.tsx';
import { useServersText } from './text.ts';
import { ServerSort } from './server-sort.ts';
import { nextSort } from '../../parts/sort-rows.rules.ts';
import { sortServers } from './sort-servers.rules.ts';
import { atRest, useLiveServers, type LiveServer } from './use-live-servers.ts';

/** All servers of the account, live; several can be acted on at once. */
export function ServersPage() {
  const t = useServersText();
  const { query, live } = useLiveServers();
  const kept = useListFilter(readFilter);
  const areDeleted = kept.filter.status === 'DELETED';
  // Also where there are no others: then they are all that is left to look at.
  const deleted = useQuery({ ...deletedServersQuery(useAccountId()), enabled: areDeleted || live?.length === 0 });
  const deploy = (
    <LinkButton to="/console/deploy" leftSection={<Plus size={16} aria-hidden />}>
      {t.deploy}
    </LinkButton>
  );
  // An empty list has the button in its middle: at the top it would go again, and the focus with it.
  const isBare = !areDeleted && (query.isPending || query.data?.length === 0);
  return (
    <>
      <PageHeader title={t.title} actions={isBare ? undefined : deploy} />
      <Queried query={areDeleted ? deleted : query}>
        {(rows) =>
          areDeleted ? (
            <ServerList servers={rows.map(atRest)} kept={kept} />
          ) : live === undefined || live.length === 0 ? (
            <Card>
              <EmptyState
                title={t.emptyTitle}
                text={t.emptyText}
                action={
                  <>
                    {deploy}
                    {deleted.data !== undefined && deleted.data.length > 0 && (
                      <Button variant="subtle" onClick={() => kept.setFilter({ ...kept.filter, status: 'DELETED' })}>
                        {t.showDeleted}
                      </Button>
                    )}
                  </>
                }
              />
            </Card>
          ) : (
            <ServerList servers={live} kept={kept} />
          )
        }
      </Queried>
    </>
  );
}

function ServerList({ servers, kept }: { servers: readonly LiveServer[]; kept: KeptFilter<ReturnType<typeof readFilter>> }) {
  const t = useServersText();
  const shell = useShellText();
  const format = useFormats();
  const { filter, setFilter } = kept;
  // With those that are deleted nothing can be done.
  const mayWrite = useMayDo('servers.write') && filter.status !== 'DELETED';
  const { search = '', status, label } = filter;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { ask, dialogs } = useDeeds(({ asked, refused }) =>
    setChosen(new Set([...[...chosen].filter((id) => !asked.includes(id)), ...refused])),
  );
  const words = search.trim().toLowerCase();
  const found = servers.filter(
    (server) =>
      (status === undefined || server.status === status) &&
      (label === undefined || server.labels.some((one) => labelText(one) === label)) &&
      [server.name, server.gpu, endpointOf(server) ?? '', ...server.labels.map(labelText)].some((text) =>
        text.toLowerCase().includes(words),
      ),
  );
  const shown = sortServers(found, { sort: filter.sort ?? null, desc: filter.desc === true });
  const chosenServers = shown.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], on: boolean) => {
    const rest = [...chosen].filter((id) => !ids.includes(id));
    setChosen(new Set(on ? [...rest, ...ids] : rest));
  };
  const columns: readonly Column<LiveServer>[] = [
    {
      name: t.name,
      sort: 'name',
      wraps: true,
      cell: ({ id, name, labels }) => (
        <Group gap="sm" wrap="nowrap">
          {mayWrite && (
            <Checkbox
              aria-label={t.choose(name)}
              checked={chosen.has(id)}
              onChange={(event) => choose([id], event.currentTarget.checked)}
            />
          )}
          <div>
            <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: id }} fw={600} fz="sm">
              {name}
            </LinkAnchor>
            {labels.length > 0 && (
              <Group gap={4} mt={2}>
                <LabelTags labels={labels} onChoose={(chosenLabel) => setFilter({ ...filter, label: chosenLabel })} />
              </Group>
            )}
          </div>
        </Group>
      ),
    },
    { id: 'status', name: t.status, sort: 'status', cell: (server) => <StatusBadge status={server.status} task={server.task} /> },
    { id: 'gpu', name: t.gpu, sort: 'gpu', cell: ({ gpu }) => <span style={{ whiteSpace: 'nowrap' }}>{gpu}</span>, wideOnly: true },
    {
      id: 'address',
      name: t.address,
      sort: 'address',
      cell: (server) =>
        endpointOf(server) ?? (
          <Text span c="dimmed" size="sm">
            {server.status === 'DELETED' ? '–' : t.noAddress}
          </Text>
        ),
      wideOnly: true,
    },
    {
      id: 'rate',
      name: t.hourlyRate,
      sort: 'rate',
      align: 'right',
      cell: ({ hourlyRate, status: now }) =>
        hourlyRate !== null ? <Money cad={hourlyRate} rate /> : now === 'DELETED' ? '–' : <span>{t.prepaid}</span>,
      wideOnly: true,
    },
    {
      id: 'cost',
      name: t.monthlyCost,
      sort: 'cost',
      align: 'right',
      // A hibernated server costs nothing by the hour, and a deleted one nothing at all: a figure as if it ran would frighten.
      cell: ({ monthlyCost, status: now, hourlyRate }) =>
        now === 'DELETED' || (now === 'HIBERNATED' && hourlyRate !== null) ? (
          '–'
        ) : (
          <span className="figures">{format.money(monthlyCost)}</span>
        ),
      wideOnly: true,
    },
    { id: 'created', name: t.created, sort: 'created', cell: ({ createdAt }) => <Ago iso={createdAt} />, wideOnly: true },
    ...(mayWrite
      ? [
          {
            name: t.rowActions,
            align: 'right' as const,
            cell: (server: LiveServer) => <RowMenu server={server} onAsk={(deed) => ask(deed, [server])} />,
          },
        ]
      : []),
  ];
  const clear = () => setFilter({ ...filter, search: undefined, status: undefined, label: undefined });
  return (
    <Stack>
      <ListBar list="servers" filter={kept} columns={columns}>
        <TextInput
          aria-label={t.search}
          placeholder={t.searchHint}
          leftSection={<Search size={16} aria-hidden />}
          value={search}
          onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
          flex={1}
          miw={200}
        />
        <Select
          aria-label={t.statusFilter}
          placeholder={t.allStatuses}
          clearable
          value={status ?? null}
          onChange={(value) => setFilter({ ...filter, status: oneOf(ServerStatus.options, value) })}
          data={ServerStatus.options.map((one) => ({ value: one, label: shell.status[one] }))}
          w={185}
        />
        <LabelFilter servers={servers} value={label ?? null} onChange={(value) => setFilter({ ...filter, label: value ?? undefined })} />
      </ListBar>
      {mayWrite && (
        <Group mih={36} gap="sm">
          <Checkbox
            label={chosenServers.length === 0 ? t.chooseAll : t.chosen(chosenServers.length)}
            checked={chosenServers.length > 0 && chosenServers.length === shown.length}
            indeterminate={chosenServers.length > 0 && chosenServers.length < shown.length}
            onChange={(event) =>
              choose(
                shown.map(({ id }) => id),
                event.currentTarget.checked,
              )
            }
          />
          <BulkActions servers={chosenServers} onAsk={(deed) => ask(deed, chosenServers)} />
        </Group>
      )}
      <LongTable
        caption={t.title}
        rows={shown}
        rowKey={({ id }) => id}
        sorted={filter.sort === undefined ? null : { by: filter.sort, desc: filter.desc === true }}
        onSort={(by) => {
          const next = nextSort(filter.sort === undefined ? null : { by: filter.sort, desc: filter.desc === true }, by);
          setFilter({ ...filter, sort: oneOf(ServerSort.options, next?.by), desc: next?.desc || undefined });
        }}
        empty={
          <EmptyState
            title={t.noneFoundTitle}
            text={t.noneFoundText}
            action={
              <Button variant="default" onClick={clear}>
                {t.clear}
              </Button>
            }
          />
        }
        columns={useChosenColumns('servers', columns)}
      />
      {dialogs}
    </Stack>
  );
}

/** The list's filters and order, as its address, or a saved filter, has them. */
const readFilter = ({ search, status, label, sort, desc }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(ServerStatus.options, status),
  /** `key=value` */
  label: wordsOf(label),
  sort: oneOf(ServerSort.options, sort),
  desc: desc === true || desc === 'true' || undefined,
});
