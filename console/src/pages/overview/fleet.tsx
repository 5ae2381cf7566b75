import { endpointOf } from '@boreal/contract/ssh-command.ts';
import type { ServerState } from '@boreal/contract/console-servers.ts';
import { Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serversQuery } from '../../api/servers.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useOverviewText } from './text.ts';

const SHOWN = 8;

/** The newest servers, as they are now. */
export function Fleet({ servers }: { servers: readonly ServerState[] }) {
  const t = useOverviewText();
  const shell = useShellText();
  const format = useFormats();
  // What never changes is in the longer list, which comes when it comes.
  const { data: details } = useQuery(serversQuery(useAccountId()));
  const gpuOf = new Map(details?.map(({ id, gpu }) => [id, gpu]));
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
        rows={servers.toReversed().slice(0, SHOWN)}
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
