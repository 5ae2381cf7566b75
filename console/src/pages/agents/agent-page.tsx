import type { McpKey } from '@boreal/contract/agents/agents.ts';
import { Card, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { QueriedPage } from '../../parts/queried-page.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Timed } from '../../parts/time.tsx';
import { AgentCalls } from './agent-calls.tsx';
import { AgentLimits } from './agent-limits.tsx';
import { AgentPermissions } from './agent-permissions.tsx';
import { ChangeAgent } from './change-agent.tsx';
import { ConnectClient } from './connect-client.tsx';
import { RevokeAgent } from './revoke-agent.tsx';
import { useAgentsText } from './text.ts';

/** Placeholder for the key when it can no longer be shown. */
const KEY_PLACE = 'YOUR_KEY';

/** One agent: what it may do, what it has spent and done, and how to connect it. */
export function AgentPage() {
  const t = useAgentsText();
  const accountId = useAccountId();
  const { keyId } = useParams({ from: '/console/agents/$keyId' });
  const keys = useQuery(mcpKeysQuery(accountId));
  return (
    <QueriedPage query={keys}>
      {(all) => {
        const agent = all.find(({ id }) => id === keyId);
        if (agent) return <Agent agent={agent} />;
        const back = (
          <LinkButton to="/console/agents" variant="default">
            {t.toAgents}
          </LinkButton>
        );
        return (
          <>
            <PageHeader title={t.title} />
            <Card>
              <EmptyState title={t.goneTitle} text={t.goneText} action={back} />
            </Card>
          </>
        );
      }}
    </QueriedPage>
  );
}

function Agent({ agent }: { agent: McpKey }) {
  const t = useAgentsText();
  const mayWrite = useMayDo('keys.write');
  const [open, setOpen] = useState<'settings' | 'revoke' | null>(null);
  const reason = mayWrite ? null : t.mayNot;
  const used = agent.lastUsedAt === null ? t.never : <Timed iso={agent.lastUsedAt} sentence={t.lastUsed} />;
  return (
    <>
      <PageHeader
        title={agent.name}
        about={
          <Group gap="xs">
            <Code>{agent.prefix}…</Code>
            <span>{used}</span>
            <span>
              <Timed iso={agent.expiresAt} day sentence={t.expires} />
            </span>
            {agent.madeBy !== null && <span>{t.madeBy(agent.madeBy.name)}</span>}
          </Group>
        }
        actions={
          <>
            {!agent.readOnly && (
              <ReasonedButton reason={reason} onClick={() => setOpen('settings')}>
                {t.edit}
              </ReasonedButton>
            )}
            <ReasonedButton variant="outline" color="red" reason={reason} onClick={() => setOpen('revoke')}>
              {t.revoke}
            </ReasonedButton>
          </>
        }
      />
      <Stack gap="lg">
        <AgentPermissions agent={agent} />
        <Stack gap="xs" component="section">
          <Title order={2}>{t.limitsTitle}</Title>
          <AgentLimits agent={agent} />
        </Stack>
        <Stack gap="xs" component="section">
          <Title order={2}>{t.connectTitle}</Title>
          <Text size="sm" c="dimmed">
            {t.connectAbout}
          </Text>
          <Card>
            <ConnectClient mcpKey={KEY_PLACE} />
          </Card>
        </Stack>
        <Stack gap="xs" component="section">
          <Title order={2}>{t.callsTitle}</Title>
          <AgentCalls keyId={agent.id} />
        </Stack>
      </Stack>
      {open === 'settings' && <ChangeAgent agent={agent} onClose={() => setOpen(null)} />}
      <RevokeAgent agent={agent} opened={open === 'revoke'} onClose={() => setOpen(null)} />
    </>
  );
}
