import type { Credits } from '@boreal/contract/billing.ts';
import type { ServerState } from '@boreal/contract/console.ts';
import { Alert, Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { budgetQuery } from '../../api/billing.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useOverviewText } from './text.ts';

/** Hours that the credit lasts below which one is told; share of a budget above which one is. */
const LOW_HOURS = 24;
const NEAR = 0.8;

interface Told {
  readonly key: string;
  readonly color: string;
  readonly text: string;
  readonly to: string;
  readonly action: string;
}

/** What somebody should look at: credit that runs out, budgets nearly spent, servers in error. */
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
        {told.map(({ key, color, text, to, action }) => (
          <Alert key={key} variant="light" color={color} p="sm">
            {text}{' '}
            <Anchor component={Link} to={to} underline="always" size="sm" c="inherit">
              {action}
            </Anchor>
          </Alert>
        ))}
      </Stack>
    </Card>
  );
}

/** `known` when all has been looked at: that nothing needs anybody is said only then. */
function useTold(credits: Credits | undefined, states: readonly ServerState[] | undefined): { told: Told[]; known: boolean } {
  const t = useOverviewText();
  const format = useFormats();
  const { data: budget } = useQuery(budgetQuery(useAccountId()));
  const told: Told[] = [];
  const hours = credits?.estimatedRuntimeHours ?? null;
  if (hours !== null && hours < LOW_HOURS) {
    const text = hours < 1 ? t.noCredit : t.lowCredit(format.duration(hours));
    told.push({ key: 'credit', color: hours < 6 ? 'red' : 'orange', text, to: '/console/billing/add-credits', action: t.addCredit });
  }
  const near = (spent: number, limit: number | null): limit is number => limit !== null && spent >= limit * NEAR;
  const toBudget = { color: 'orange', to: '/console/billing/budget', action: t.changeBudget };
  if (budget && near(budget.spentThisMonth, budget.monthlyLimit)) {
    told.push({ key: 'month', ...toBudget, text: t.budgetNear(format.money(budget.spentThisMonth), format.money(budget.monthlyLimit)) });
  }
  if (budget && near(budget.spentToday, budget.dailyLimit)) {
    told.push({ key: 'day', ...toBudget, text: t.dayNear(format.money(budget.spentToday), format.money(budget.dailyLimit)) });
  }
  for (const { id, name } of states?.filter(({ status }) => status === 'ERROR') ?? []) {
    told.push({ key: id, color: 'red', text: t.inError(name), to: `/console/servers/${id}/activity`, action: t.look });
  }
  return { told, known: credits !== undefined && states !== undefined && budget !== undefined };
}
