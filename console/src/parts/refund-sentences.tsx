import { whatIsRefunded } from '@boreal/contract/servers/what-follows.ts';
import { Text } from '@mantine/core';
import { useFollowsSaying } from './use-follows-saying.ts';

/** What of a server's price comes back when its account closes, and what does not. */
export function RefundSentences({ server }: { server: Parameters<typeof whatIsRefunded>[0] }) {
  const saying = useFollowsSaying();
  return whatIsRefunded(server, saying).map((sentence) => (
    <Text key={sentence} size="sm" c="dimmed">
      {sentence}
    </Text>
  ));
}
