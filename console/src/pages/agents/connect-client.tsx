import { mcpClientSetups, mcpEndpoint, type McpClientSetup } from '@boreal/contract/agents/mcp-clients.ts';
import { Stack, Tabs, Text } from '@mantine/core';
import type { en } from '../../i18n/en/agents.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { useAgentsText } from './text.ts';

/** Ready-made configuration for common MCP clients, to copy. */
export function ConnectClient({ mcpKey }: { mcpKey: string }) {
  const t = useAgentsText();
  const { origin: siteUrl } = window.location;
  const other = {
    id: 'other',
    name: t.clientOther,
    about: t.clientGeneric,
    text: `${mcpEndpoint(siteUrl)}\nAuthorization: Bearer ${mcpKey}`,
  };
  const clients = [...mcpClientSetups({ siteUrl, key: mcpKey }).map((setup) => ({ ...setup, about: aboutStep(setup, t) })), other];
  return (
    <Tabs defaultValue="claude-code" keepMounted={false}>
      <Tabs.List aria-label={t.connectTitle}>
        {clients.map(({ id, name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clients.map(({ id, name, about, text }) => (
        <Tabs.Panel key={id} value={id} pt="md">
          <Stack gap={6}>
            <Text size="sm">{about}</Text>
            <CodeBlock text={text} name={name} />
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function aboutStep({ step, file }: McpClientSetup, t: typeof en): string {
  switch (step) {
    case 'command':
      return t.clientRun;
    case 'file':
      return t.clientFile(file ?? '');
    case 'asking file':
      return t.clientPrompt(file ?? '');
  }
}
