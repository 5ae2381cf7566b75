import type { McpKey } from '@boreal/contract/agents.ts';
import { Badge, Group } from '@mantine/core';
import { useAgentsText } from './text.ts';

const colors = { launch: 'boreal', delete: 'red', charge: 'violet' } as const;

/** What an agent may do, at a glance. */
export function AgentPermissions({ agent: { readOnly, permissions } }: { agent: McpKey }) {
  const t = useAgentsText();
  const only = readOnly || permissions.length === 0;
  return (
    <Group gap={6}>
      {only && (
        <Badge variant="light" tt="none" color="gray">
          {t.onlyReads}
        </Badge>
      )}
      {!readOnly &&
        permissions.map((permission) => (
          <Badge key={permission} variant="light" tt="none" color={colors[permission]}>
            {t.permissionTags[permission]}
          </Badge>
        ))}
    </Group>
  );
}
