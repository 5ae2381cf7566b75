import { Badge, Group, Text } from '@mantine/core';

interface PersonCellProps {
  readonly name: string;
  readonly email: string;
  /** What it says beside whoever is reading; null: it is somebody else. */
  readonly you: string | null;
  /** What a phone shows here and a wider screen in a column of its own. */
  readonly role: string;
}

/** A person in a table. */
export function PersonCell({ name, email, you, role }: PersonCellProps) {
  return (
    <>
      <Group gap={6}>
        <Text fw={600}>{name}</Text>
        {you !== null && <Badge size="sm">{you}</Badge>}
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
      <Text size="sm" c="dimmed" hiddenFrom="sm">
        {role}
      </Text>
    </>
  );
}
