import type { ClosingServer } from '@boreal/contract/account/closing.ts';
import { List, Text } from '@mantine/core';
import { RefundSentences } from '../../../parts/refund-sentences.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { useClosingText } from './text.ts';

/** The servers that go with the account, each with what is lost and what is refunded. */
export function ClosingServers({ servers }: { servers: readonly ClosingServer[] }) {
  const t = useClosingText();
  if (servers.length === 0) return <Text size="sm">{t.noServers}</Text>;
  return (
    <>
      <Text size="sm">{t.serversAbout}</Text>
      <List size="sm" spacing="xs">
        {servers.map((server) => (
          <List.Item key={server.id}>
            <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
              {server.name}
            </Text>{' '}
            <StatusBadge status={server.status} task={null} />
            {server.backups > 0 && ` ${t.backups(server.backups)}`}
            <RefundSentences server={server} />
          </List.Item>
        ))}
      </List>
    </>
  );
}
