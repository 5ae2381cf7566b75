import type { McpKey } from '@boreal/contract/agents/agents.ts';
import { withoutKeys } from '@boreal/contract/people/keys.ts';
import { Card, Code, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mcpKeysQuery } from '../../api/agents.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { ListBar } from '../../parts/list-view/list-bar.tsx';
import { wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { SearchBox } from '../../parts/list-view/search-box.tsx';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { Meter } from '../../parts/meter.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Timed } from '../../parts/time.tsx';
import { AgentPermissions } from './agent-permissions.tsx';
import { useAgentsText } from './text.ts';

/** Agents that may work with the account, and how much each has spent. */
export function AgentsPage() {
  const t = useAgentsText();
  const accountId = useAccountId();
  const navigate = useNavigate();
  const mayWrite = useMayDo('keys.write');
  const keys = useQuery(mcpKeysQuery(accountId));
  const create = (
    <ReasonedButton reason={mayWrite ? null : t.mayNot} onClick={() => void navigate({ to: '/console/agents/new' })}>
      {t.create}
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={create} />
      <Queried query={keys}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <EmptyState title={t.emptyTitle} text={t.emptyText} />
            </Card>
          ) : (
            <AgentList agents={all} />
          )
        }
      </Queried>
    </>
  );
}

const readFilter = ({ search }: Readonly<Record<string, unknown>>) => ({ search: wordsOf(withoutKeys(wordsOf(search) ?? '')) });

function AgentList({ agents }: { agents: readonly McpKey[] }) {
  const t = useAgentsText();
  const kept = useListFilter(readFilter);
  const { search = '' } = kept.filter;
  const typed = search.trim().toLowerCase();
  const shown = agents.filter(({ name, prefix, madeBy }) =>
    [name, prefix, madeBy?.name ?? ''].some((text) => text.toLowerCase().includes(typed)),
  );
  return (
    <Stack>
      <ListBar list="agents" filter={kept}>
        <SearchBox label={t.search} value={search} onChange={(text) => kept.setFilter({ search: withoutKeys(text) })} />
      </ListBar>
      {shown.length === 0 ? (
        <Card>
          <EmptyState title={t.noneFound} text={t.noneFoundText} />
        </Card>
      ) : (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {shown.map((agent) => (
            <AgentCard key={agent.id} agent={agent} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function AgentCard({ agent }: { agent: McpKey }) {
  const t = useAgentsText();
  const format = useFormats();
  const { spend, caps } = agent;
  return (
    <Card>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            <LinkAnchor to="/console/agents/$keyId" params={{ keyId: agent.id }} inherit aria-label={t.open(agent.name)}>
              {agent.name}
            </LinkAnchor>
          </Title>
          <Code>{agent.prefix}…</Code>
        </Group>
        <AgentPermissions agent={agent} />
        <div>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed">
              {t.spentThisMonth}
            </Text>
            <Text size="sm" className="figures">
              <ExactMoney
                cad={spend.spentThisMonth}
                told={(spent) => (caps.monthlySpend === null ? spent : t.ofCap(spent, format.money(caps.monthlySpend)))}
              />
            </Text>
          </Group>
          {caps.monthlySpend !== null && (
            <Meter
              mt={6}
              value={shareOf(spend.spentThisMonth, caps.monthlySpend)}
              aria-label={t.spentThisMonth}
              color={shareOf(spend.spentThisMonth, caps.monthlySpend) >= 90 ? 'red' : undefined}
            />
          )}
        </div>
        <Text size="sm" c="dimmed">
          {t.serversNow(spend.serversNow)}
          {' · '}
          {agent.lastUsedAt === null ? t.never : <Timed iso={agent.lastUsedAt} sentence={t.lastUsed} />}
          {agent.madeBy !== null && ` · ${t.madeBy(agent.madeBy.name)}`}
        </Text>
      </Stack>
    </Card>
  );
}

/** Percent; a limit of zero is reached at once. */
function shareOf(spent: number, cap: number): number {
  return cap === 0 ? 100 : Math.min(100, (spent / cap) * 100);
}
