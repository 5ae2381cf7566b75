import type { RuleForwarding } from '@boreal/contract/forwards.ts';
import { Code, Stack, Text } from '@mantine/core';
import { useFirewallText } from './text.ts';

/** Where the ports of a rule are reached on a server that shares its public address, and what of it is not. */
export function Forwarded({ forwarding: { address, ports, refused } }: { forwarding: RuleForwarding }) {
  const t = useFirewallText();
  return (
    <Stack gap={2}>
      {ports.map(({ port, publicPort }) => (
        <Text key={port} size="sm" c="dimmed">
          {port} → <Code>{`${address}:${publicPort}`}</Code>
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
