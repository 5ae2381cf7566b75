import { endpointOf } from '@boreal/contract/servers/ssh-command.ts';
import { OVERVIEW_SERVERS, type ServerState } from '@boreal/contract/servers/console-servers.ts';
import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serverLoadsQuery, serversQuery } from '../../api/servers.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useOverviewText } from './text.ts';

/** The newest servers, as they are now. */
export function Fleet({ servers }: { servers: readonly ServerState[] }) {
  const t = useOverviewText();
  const shell = useShellText();
  const format = useFormats();
  // What never changes is in the longer list, which comes when it comes.
  const accountId = useAccountId();
  const { data: details } = useQuery(serversQuery(accountId));
  const { data: loads } = useQuery(serverLoadsQuery(accountId));
  const gpuOf = new Map(details?.map(({ id, gpu }) => [id, gpu]));
  const loadOf = new Map(loads?.map(({ id, cpu }) => [id, cpu]));
  const loadText = (percent: number | null) => (percent === null ? '–' : format.percent(percent));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t.fleetTitle}
        </Title>
        <LinkAnchor to="/console/servers" underline="always" size="sm">
          {t.all}
        </LinkAnchor>
      </Group>
      <DataTable
        caption={t.fleetTitle}
        rows={servers.toReversed().slice(0, OVERVIEW_SERVERS)}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          {
            name: t.name,
            wraps: true,
            cell: ({ id, name }) => (
              <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: id }} fw={600} fz="sm">
                {name}
              </LinkAnchor>
            ),
          },
          { name: t.status, cell: ({ status, task }) => <StatusBadge status={status} task={task} /> },
          { name: t.gpu, cell: ({ id }) => gpuOf.get(id) ?? '', wideOnly: true },
          { name: t.load, align: 'right', cell: ({ id }) => loadText(loadOf.get(id) ?? null), wideOnly: true },
          {
            name: t.price,
            align: 'right',
            cell: ({ hourlyRate }) => (hourlyRate === null ? t.prepaid : shell.perHour(format.rate(hourlyRate))),
          },
          { name: t.address, cell: (server) => endpointOf(server) ?? '', wideOnly: true },
        ]}
      />
    </Stack>
  );
}
