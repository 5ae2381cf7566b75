import type { Credits } from '@boreal/contract/billing/billing.ts';
import type { ServerState } from '@boreal/contract/servers/console-servers.ts';
import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { attentionQuery } from '../../api/attention.ts';
import { pendingApprovalsQuery } from '../../api/agents.ts';
import { budgetQuery } from '../../api/billing.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { AlertLine, WAY } from './alert-line.tsx';
import { useOverviewText } from './text.ts';

/** Hours of remaining credit below which there is a warning; share of a budget above which there is one. */
const LOW_HOURS = 24;
const NEAR = 0.8;

/** px of one that fits a line. */
const LINE_HEIGHT = 54;

/** Loaded where there is something to tell. */
const RareAlerts = lazyPart('rare-alerts', async () => (await import('./rare-alerts.tsx')).RareAlerts, LINE_HEIGHT);

interface Told {
  readonly key: string;
  readonly color: string;
  readonly text: ReactNode;
  /** A button that leads to where something can be done about it. */
  readonly way: ReactNode;
}

interface AlertsProps {
  readonly credits: Credits | undefined;
  readonly states: readonly ServerState[] | undefined;
  /** Whether it says so where nothing needs attention. */
  readonly sayNone: boolean;
}

/**
 * What needs attention: agents that wait, credit that runs out, budgets nearly spent, servers in error; and what is rare, about cards, renewals
 * and backups.
 */
export function Alerts({ credits, states, sayNone }: AlertsProps) {
  const t = useOverviewText();
  const { told, known } = useTold(credits, states);
  const { data: rare } = useQuery(attentionQuery(useAccountId()));
  const isNothing = told.length === 0 && (rare === undefined || rare.length === 0);
  if (isNothing && !sayNone) return null;
  return (
    <Card h="100%">
      <Title order={2} size="h3" mb="sm">
        {t.alerts}
      </Title>
      <Stack gap="sm">
        {isNothing && (
          <Text size="sm" c="dimmed">
            {known && rare !== undefined ? t.noAlerts : '…'}
          </Text>
        )}
        {rare !== undefined && rare.length > 0 && <RareAlerts rare={rare} />}
        {told.map(({ key, ...line }) => (
          <AlertLine key={key} {...line} />
        ))}
      </Stack>
    </Card>
  );
}

/** `known` once everything has been checked: only then does it say that nothing needs attention. */
function useTold(credits: Credits | undefined, states: readonly ServerState[] | undefined): { told: Told[]; known: boolean } {
  const t = useOverviewText();
  const format = useFormats();
  const accountId = useAccountId();
  const { data: budget } = useQuery(budgetQuery(accountId));
  const mayDecide = useMayDo('keys.write');
  const mayRun = useMayDo('servers.write');
  const { data: waiting } = useQuery({ ...pendingApprovalsQuery(accountId), enabled: mayDecide });
  const told: Told[] = [];
  if (waiting?.[0]) {
    const text = t.approvals(waiting.length, waiting[0].key.name);
    const way = (
      <LinkButton {...WAY} to="/console/approvals">
        {t.decide}
      </LinkButton>
    );
    told.push({ key: 'approvals', color: 'blue', text, way });
  }
  const hours = credits?.estimatedRuntimeHours ?? null;
  if (hours !== null && hours < LOW_HOURS) {
    const text = hours < 1 ? t.noCredit : t.lowCredit(format.duration(hours));
    const way = (
      <LinkButton {...WAY} to="/console/billing/add-credits">
        {t.addCredit}
      </LinkButton>
    );
    told.push({ key: 'credit', color: hours < 6 ? 'red' : 'orange', text, way });
  }
  const near = (spent: number, limit: number | null): limit is number => limit !== null && spent >= limit * NEAR;
  const nearly = (spent: number, limit: number, sentence: (spent: string, limit: string) => string) => (
    <ExactMoney cad={spent} told={(money) => sentence(money, format.money(limit))} />
  );
  const toBudget = {
    color: 'orange',
    way: (
      <LinkButton {...WAY} to="/console/billing/budget">
        {t.changeBudget}
      </LinkButton>
    ),
  };
  if (budget && near(budget.spentThisMonth, budget.monthlyLimit)) {
    told.push({ key: 'month', ...toBudget, text: nearly(budget.spentThisMonth, budget.monthlyLimit, t.budgetNear) });
  }
  if (budget && near(budget.spentToday, budget.dailyLimit)) {
    told.push({ key: 'day', ...toBudget, text: nearly(budget.spentToday, budget.dailyLimit, t.dayNear) });
  }
  for (const { id, name, allowedActions } of states?.filter(({ status }) => status === 'ERROR') ?? []) {
    const way = (
      <Group gap="xs">
        {/* Its page asks first, and tells what that costs. One that never ran can only be deleted. */}
        {mayRun && allowedActions.includes('reboot') && (
          <LinkButton {...WAY} to="/console/servers/$serverId/{-$tab}" params={{ serverId: id }} hash="reboot">
            {t.reboot}
          </LinkButton>
        )}
        <LinkButton {...WAY} to="/console/servers/$serverId/{-$tab}" params={{ serverId: id, tab: 'activity' }}>
          {t.look}
        </LinkButton>
      </Group>
    );
    told.push({ key: id, color: 'red', text: t.inError(name), way });
  }
  return { told, known: credits !== undefined && states !== undefined && budget !== undefined && (waiting !== undefined || !mayDecide) };
}
