import type { ClosingServer } from '@boreal/contract/closing.ts';
import { List, Text } from '@mantine/core';
import { useFormats } from '../../../format/use-formats.ts';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useClosingText } from './text.ts';

/** The servers that go with the account, each with what is lost. */
export function ClosingServers({ servers }: { servers: readonly ClosingServer[] }) {
  const t = useClosingText();
  const format = useFormats();
  if (servers.length === 0) return <Text size="sm">{t.noServers}</Text>;
  return (
    <>
      <Text size="sm">{t.serversAbout}</Text>
      <List size="sm" spacing="xs">
        {servers.map(({ id, name, status, backups, paidUntil }) => {
          const lost = [...(backups > 0 ? [t.backups(backups)] : []), ...(paidUntil === null ? [] : [t.forfeits(format.date(paidUntil))])];
          return (
            <List.Item key={id}>
              <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>{' '}
              <StatusBadge status={status} task={null} />
              {lost.length > 0 && ` ${lost.join(' · ')}`}
            </List.Item>
          );
        })}
      </List>
      {servers.some(({ paidUntil }) => paidUntil !== null) && <Text size="sm">{t.notBegun}</Text>}
    </>
  );
}
