import type { AgentCall } from '@boreal/contract/agents/agents.ts';
import { Badge, Button, Code, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { listAgentCalls } from '../../api/agents.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Ago } from '../../parts/ago.tsx';
import { whenColumn } from '../../parts/when-column.tsx';
import { useAgentsText } from './text.ts';

/** An agent's calls, with their outcome and cost. */
export function AgentCalls({ keyId }: { keyId: string }) {
  const t = useAgentsText();
  const format = useFormats();
  const accountId = useAccountId();
  const [shown, setShown] = useState<AgentCall | null>(null);
  const calls = usePages({
    queryKey: [accountId, 'agent-calls', keyId],
    load: (cursor) => listAgentCalls(accountId, keyId, cursor),
  });
  return (
    <>
      <PagedTable
        query={calls}
        caption={t.callsCaption}
        empty={<EmptyState title={t.callsEmptyTitle} text={t.callsEmptyText} />}
        columns={[
          whenColumn(t.when),
          {
            name: t.tool,
            sortBy: ({ tool }) => tool,
            cell: ({ tool, createdAt }) => (
              <>
                <Code>{tool}</Code>
                <Text size="xs" c="dimmed" hiddenFrom="sm">
                  <Ago iso={createdAt} />
                </Text>
              </>
            ),
          },
          { name: t.client, sortBy: ({ client }) => client, cell: ({ client }) => client ?? '–', wideOnly: true },
          {
            name: t.outcome,
            sortBy: ({ outcome }) => (outcome === 'ok' ? t.ok : outcome),
            cell: ({ outcome }) => <Badge color={outcome === 'ok' ? 'boreal' : 'red'}>{outcome === 'ok' ? t.ok : outcome}</Badge>,
          },
          {
            name: t.spent,
            sortBy: ({ spent }) => spent,
            align: 'right',
            cell: ({ spent }) => (spent === 0 ? '–' : <Money cad={spent} />),
            wideOnly: true,
          },
          {
            name: t.details,
            align: 'right',
            cell: (call) => (
              <Button size="xs" variant="subtle" aria-label={t.detailsOf(call.tool)} onClick={() => setShown(call)}>
                {t.details}
              </Button>
            ),
          },
        ]}
      />
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={shown?.tool} size="lg">
        {shown && (
          <Stack gap="xs">
            <CodeBlock name={t.argumentsAre} text={JSON.stringify(shown.arguments, null, 2)} />
            <Text size="sm">{t.tookMs(format.number(shown.durationMs))}</Text>
            {shown.requestId !== null && (
              <Text size="sm" c="dimmed">
                {t.request(shown.requestId)}
              </Text>
            )}
          </Stack>
        )}
      </Dialog>
    </>
  );
}
