import type { FirewallRule } from '@boreal/contract/servers/firewall.ts';
import { Code, Stack, Text } from '@mantine/core';
import { useFirewallText } from './text.ts';

/** The ports of a rule; on a server that shares its public address, where they are reached, and what of them is not. */
export function Ports({ port, forwarding }: Pick<FirewallRule, 'port' | 'forwarding'>) {
  const t = useFirewallText();
  const opened = port === 'any' ? t.anyPort : port;
  if (forwarding === null) return opened;
  const { address, ports, refused } = forwarding;
  const tellsAll = typeof port === 'number' && ports.length === 1;
  return (
    <Stack gap={2}>
      {!tellsAll && <div>{opened}</div>}
      {ports.map((each) => (
        <Text key={each.port} size="sm" style={{ whiteSpace: 'nowrap' }}>
          {each.port} → <Code>{`${address}:${each.publicPort}`}</Code>
        </Text>
      ))}
      {refused !== null && (
        <Text size="sm" c="dimmed">
          {t.notForwarded[refused]}
        </Text>
      )}
    </Stack>
  );
}
