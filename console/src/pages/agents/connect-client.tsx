import { Stack, Tabs, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { clientConfigs } from './client-configs.ts';
import { useAgentsText } from './text.ts';

/** Ready-made configuration for common MCP clients, to copy. */
export function ConnectClient({ mcpKey }: { mcpKey: string }) {
  const t = useAgentsText();
  const configs = clientConfigs({ url: `${window.location.origin}/api/mcp`, key: mcpKey });
  return (
    <Tabs defaultValue="claude-code" keepMounted={false}>
      <Tabs.List aria-label={t.connectTitle}>
        {configs.map(({ id, client }) => (
          <Tabs.Tab key={id} value={id}>
            {client ?? t.clientOther}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {configs.map(({ id, client, steps }) => (
        <Tabs.Panel key={id} value={id} pt="md">
          <Stack>
            {steps.map(({ about, text }) => (
              <Stack key={text} gap={6}>
                <Text size="sm">{about(t)}</Text>
                <CodeBlock text={text} name={client ?? t.clientOther} />
              </Stack>
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
