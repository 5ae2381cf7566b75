import { labelText } from '@boreal/contract/server-labels.ts';
import { endpointOf } from '@boreal/contract/ssh-command.ts';
import { ServerStatus } from '@boreal/contract/servers.ts';
import { Button, Card, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { LongTable } from '../../parts/list-table.tsx';
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
import { sortServers } from './sort-servers.rules.ts';
import { useLiveServers, type LiveServer } from './use-live-servers.ts';

/** All servers of the account, live; several can be acted on at once. */
export function ServersPage() {
  const t = useServersText();
  const { query, live } = useLiveServers();
  const mayDeploy = useMayDo('servers.write');
  const deploy = mayDeploy && (
    <LinkButton to="/console/deploy" leftSection={<Plus size={16} aria-hidden />}>
      {t.deploy}
    </LinkButton>
  );
  // An empty list has the button in its middle: at the top it would go again, and the focus with it.
  const isBare = query.isPending || query.data?.length === 0;
  return (
    <>
      <PageHeader title={t.title} actions={isBare ? undefined : deploy} />
      <Queried query={query}>
        {() =>
          live === undefined || live.length === 0 ? (
            <Card>
              <EmptyState title={t.emptyTitle} text={t.emptyText} action={deploy} />
            </Card>
          ) : (
            <ServerList servers={live} />
          )
        }
      </Queried>
    </>
  );
}

function ServerList({ servers }: { servers: readonly LiveServer[] }) {
  const t = useServersText();
  const shell = useShellText();
  const format = useFormats();
  const mayWrite = useMayDo('servers.write');
  const [filter, setFilter] = useKeptFilter();
  const { search, status, label } = filter;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { ask, dialogs } = useDeeds(({ asked, refused }) =>
    setChosen(new Set([...[...chosen].filter((id) => !asked.includes(id)), ...refused])),
  );
  const words = search.trim().toLowerCase();
  const found = servers.filter(
    (server) =>
      (status === null || server.status === status) &&
      (label === null || server.labels.some((one) => labelText(one) === label)) &&
      [server.name, server.gpu, endpointOf(server) ?? '', ...server.labels.map(labelText)].some((text) =>
        text.toLowerCase().includes(words),
      ),
  );
  const shown = sortServers(found, filter);
  const chosenServers = shown.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], on: boolean) => {
    const rest = [...chosen].filter((id) => !ids.includes(id));
    setChosen(new Set(on ? [...rest, ...ids] : rest));
  };
  const clear = () => setFilter({ ...filter, search: '', status: null, label: null });
  return (
    <Stack>
      <Group>
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
          value={status}
          onChange={(value) => setFilter({ ...filter, status: ServerStatus.safeParse(value).data ?? null })}
          data={ServerStatus.options.filter((one) => one !== 'DELETED').map((one) => ({ value: one, label: shell.status[one] }))}
          w={210}
        />
        <LabelFilter servers={servers} value={label} onChange={(value) => setFilter({ ...filter, label: value })} />
      </Group>
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
        sorted={filter.sort === null ? null : { by: filter.sort, desc: filter.desc }}
        // Once more turns it round, and a third time it is as it was.
        onSort={(by) =>
          setFilter({
            ...filter,
            sort: filter.sort === by && filter.desc ? null : ServerSort.parse(by),
            desc: filter.sort === by && !filter.desc,
          })
        }
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
        columns={[
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
          { name: t.status, sort: 'status', cell: (server) => <StatusBadge status={server.status} task={server.task} /> },
          { name: t.gpu, sort: 'gpu', cell: ({ gpu }) => gpu, wideOnly: true },
          {
            name: t.address,
            sort: 'address',
            cell: (server) =>
              endpointOf(server) ?? (
                <Text span c="dimmed" size="sm">
                  {t.noAddress}
                </Text>
              ),
            wideOnly: true,
          },
          {
            name: t.hourlyRate,
            sort: 'rate',
            align: 'right',
            cell: ({ hourlyRate }) => (hourlyRate === null ? <span>{t.prepaid}</span> : <Money cad={hourlyRate} rate />),
            wideOnly: true,
          },
          {
            name: t.monthlyCost,
            sort: 'cost',
            align: 'right',
            // A hibernated server costs nothing by the hour: a figure as if it ran would frighten.
            cell: ({ monthlyCost, status, hourlyRate }) =>
              status === 'HIBERNATED' && hourlyRate !== null ? '–' : <span className="figures">{format.money(monthlyCost)}</span>,
            wideOnly: true,
          },
          { name: t.created, sort: 'created', cell: ({ createdAt }) => <Ago iso={createdAt} />, wideOnly: true },
          ...(mayWrite
            ? [
                {
                  name: t.rowActions,
                  align: 'right' as const,
                  cell: (server: LiveServer) => <RowMenu server={server} onAsk={(deed) => ask(deed, [server])} />,
                },
              ]
            : []),
        ]}
      />
      {dialogs}
    </Stack>
  );
}

interface Filter {
  readonly search: string;
  readonly status: ServerStatus | null;
  /** `key=value` */
  readonly label: string | null;
  readonly sort: ServerSort | null;
  readonly desc: boolean;
}

/** The list's filters and order, kept in the address: they survive coming back from a server and reloading the page. */
function useKeptFilter(): [Filter, (filter: Filter) => void] {
  const navigate = useNavigate();
  const kept = useSearch({ from: '/console/servers' });
  const [filter, setFilter] = useState<Filter>({
    search: kept.search ?? '',
    status: kept.status ?? null,
    label: kept.label ?? null,
    sort: kept.sort ?? null,
    desc: kept.desc === true,
  });
  const choose = (chosen: Filter) => {
    setFilter(chosen);
    const search = {
      search: chosen.search === '' ? undefined : chosen.search,
      status: chosen.status ?? undefined,
      label: chosen.label ?? undefined,
      sort: chosen.sort ?? undefined,
      desc: chosen.desc || undefined,
    };
    void navigate({ to: '/console/servers', search, replace: true, resetScroll: false });
  };
  return [filter, choose];
}
