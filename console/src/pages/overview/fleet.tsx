import { endpointOf } from '@boreal/contract/ssh-command.ts';
import type { ServerState } from '@boreal/contract/console.ts';
import { Group, Stack, Title } from '@mantine/core';
import { DataTable } from '../../parts/data-table.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useOverviewText } from './text.ts';

const SHOWN = 8;

/** The newest servers, as they are now. */
export function Fleet({ servers }: { servers: readonly ServerState[] }) {
  const t = useOverviewText();
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
          { name: t.address, cell: (server) => endpointOf(server) ?? '', wideOnly: true },
        ]}
      />
    </Stack>
  );
}
