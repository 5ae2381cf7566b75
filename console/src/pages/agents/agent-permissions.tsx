import type { McpKey } from '@boreal/contract/agents/agents.ts';
import { Badge, Group } from '@mantine/core';
import { useAgentsText } from './text.ts';

const colors = { launch: 'boreal', delete: 'red', charge: 'violet' } as const;

/** What an agent may do, at a glance. */
export function AgentPermissions({ agent: { readOnly, permissions } }: { agent: McpKey }) {
  const t = useAgentsText();
  return (
    <Group gap={6}>
      {(readOnly || permissions.length === 0) && <Badge color="gray">{readOnly ? t.onlyReads : t.readsAndAsks}</Badge>}
      {!readOnly &&
        permissions.map((permission) => (
          <Badge key={permission} variant="light" tt="none" color={colors[permission]}>
            {t.permissionTags[permission]}
          </Badge>
        ))}
    </Group>
  );
}
