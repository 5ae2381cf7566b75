import type { NamedAuditEntry } from '@boreal/contract/audit.ts';
import { Code, Text } from '@mantine/core';

/** What an entry is about: its name, and its id for whoever looks it up elsewhere. */
export function AuditTarget({ entry: { target, targetName } }: { entry: Pick<NamedAuditEntry, 'target' | 'targetName'> }) {
  if (target === null) return '–';
  if (targetName === null) return <Code>{target}</Code>;
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {targetName}
      </Text>
      <Text size="xs" c="dimmed">
        {target}
      </Text>
    </>
  );
}
