import type { Credits } from '@boreal/contract/billing.ts';
import type { ServerState } from '@boreal/contract/console-servers.ts';
import { Alert, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { budgetQuery } from '../../api/billing.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { useOverviewText } from './text.ts';

/** Hours of remaining credit below which there is a warning; share of a budget above which there is one. */
const LOW_HOURS = 24;
const NEAR = 0.8;

const LOOK = { underline: 'always', size: 'sm', c: 'inherit' } as const;

interface Told {
  readonly key: string;
  readonly color: string;
  readonly text: string;
  /** A link to where something can be done about it. */
  readonly way: ReactNode;
}

/** What needs attention: credit that runs out, budgets nearly spent, servers in error. */
export function Alerts({ credits, states }: { credits: Credits | undefined; states: readonly ServerState[] | undefined }) {
  const t = useOverviewText();
  const { told, known } = useTold(credits, states);
  return (
    <Card h="100%">
      <Title order={2} size="h3" mb="sm">
        {t.alerts}
      </Title>
      <Stack gap="sm">
        {told.length === 0 && (
          <Text size="sm" c="dimmed">
            {known ? t.noAlerts : '…'}
          </Text>
        )}
        {told.map(({ key, color, text, way }) => (
          <Alert key={key} variant="light" color={color} p="sm">
            {text} {way}
          </Alert>
        ))}
      </Stack>
    </Card>
  );
}

/** `known` once everything has been checked: only then does it say that nothing needs attention. */
function useTold(credits: Credits | undefined, states: readonly ServerState[] | undefined): { told: Told[]; known: boolean } {
  const t = useOverviewText();
  const format = useFormats();
  const { data: budget } = useQuery(budgetQuery(useAccountId()));
  const told: Told[] = [];
  const hours = credits?.estimatedRuntimeHours ?? null;
  if (hours !== null && hours < LOW_HOURS) {
    const text = hours < 1 ? t.noCredit : t.lowCredit(format.duration(hours));
    const way = (
      <LinkAnchor {...LOOK} to="/console/billing/add-credits">
        {t.addCredit}
      </LinkAnchor>
    );
    told.push({ key: 'credit', color: hours < 6 ? 'red' : 'orange', text, way });
  }
  const near = (spent: number, limit: number | null): limit is number => limit !== null && spent >= limit * NEAR;
  const toBudget = {
    color: 'orange',
    way: (
      <LinkAnchor {...LOOK} to="/console/billing/budget">
        {t.changeBudget}
      </LinkAnchor>
    ),
  };
  if (budget && near(budget.spentThisMonth, budget.monthlyLimit)) {
    told.push({ key: 'month', ...toBudget, text: t.budgetNear(format.money(budget.spentThisMonth), format.money(budget.monthlyLimit)) });
  }
  if (budget && near(budget.spentToday, budget.dailyLimit)) {
    told.push({ key: 'day', ...toBudget, text: t.dayNear(format.money(budget.spentToday), format.money(budget.dailyLimit)) });
  }
  for (const { id, name } of states?.filter(({ status }) => status === 'ERROR') ?? []) {
    const way = (
      <LinkAnchor {...LOOK} to="/console/servers/$serverId/{-$tab}" params={{ serverId: id, tab: 'activity' }}>
        {t.look}
      </LinkAnchor>
    );
    told.push({ key: id, color: 'red', text: t.inError(name), way });
  }
  return { told, known: credits !== undefined && states !== undefined && budget !== undefined };
}
