import { Badge, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { budgetQuery, creditsQuery, spendByDayQuery } from '../../api/billing.ts';
import { cardsQuery } from '../../api/cards.ts';
import { autoReloadQuery } from '../../api/payments.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { Figure } from '../../parts/figure.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { SPEND_CHART_HEIGHT } from './spend-chart-height.ts';
import { reloadState } from './reload-state.ts';
import { useBillingText } from './text.ts';
import { LatestTransactions } from './transactions-table.tsx';

/** Days of spending that the page of the credit shows. */
const SPEND_SHOWN_DAYS = 30;

const SpendChart = lazyPart('spend-chart', async () => (await import('./spend-chart.tsx')).SpendChart, SPEND_CHART_HEIGHT);

/** The credit at a glance: how much, how long it lasts, where it went. */
export function CreditPage() {
  const t = useBillingText();
  return (
    <BillingFrame
      title={t.title}
      actions={
        <LinkButton to="/console/billing/add-credits" leftSection={<Plus size={16} aria-hidden />}>
          {t.addCredits}
        </LinkButton>
      }
    >
      <Stack gap="xl">
        <Figures />
        <Spending />
        <Stack gap="sm">
          <Group justify="space-between">
            <Title order={2}>{t.latest}</Title>
            <LinkAnchor to="/console/billing/transactions" underline="always">
              {t.allTransactions}
            </LinkAnchor>
          </Group>
          <LatestTransactions most={8} />
        </Stack>
      </Stack>
    </BillingFrame>
  );
}

function Figures() {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const credits = useQuery(creditsQuery(accountId));
  const budget = useQuery(budgetQuery(accountId));
  if (credits.isError && credits.data === undefined) return <Queried query={credits}>{() => null}</Queried>;
  const known = credits.data;
  const lasts = known && (known.estimatedRuntimeHours === null ? t.nothingRuns : format.duration(known.estimatedRuntimeHours));
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
      <Figure name={t.balance} value={known ? <ExactMoney cad={known.balance} /> : '…'} note={<Reload />} />
      <Figure name={t.burnRate} value={known ? <ExactMoney cad={known.burnRatePerHour} told={t.perHour} /> : '…'} />
      <Figure name={t.runtime} value={lasts ?? '…'} />
      <Figure
        name={t.spentThisMonth}
        value={budget.data ? <ExactMoney cad={budget.data.spentThisMonth} /> : '…'}
        note={budget.data ? (budget.data.monthlyLimit === null ? t.noLimit : t.ofLimit(format.money(budget.data.monthlyLimit))) : '…'}
      />
    </SimpleGrid>
  );
}

/** Whether credit is bought automatically, and with which card. */
function Reload() {
  const t = useBillingText();
  const accountId = useAccountId();
  const nameOf = useCardName();
  const reload = useQuery(autoReloadQuery(accountId)).data;
  const card = useQuery(cardsQuery(accountId)).data?.find((one) => one.default);
  if (!reload) return '…';
  const state = reloadState(reload);
  return (
    <Group gap={6} mt={4}>
      <LinkAnchor to="/console/billing/auto-reload" size="sm" underline="always">
        {t.autoReloadTitle}
      </LinkAnchor>
      <Badge color={{ on: 'boreal', off: 'gray', stopped: 'red', limit: 'blue' }[state]}>{t.autoReloadState[state]}</Badge>
      {card && <Text size="sm">{nameOf(card)}</Text>}
    </Group>
  );
}

function Spending() {
  const t = useBillingText();
  const spend = useQuery(spendByDayQuery(useAccountId(), SPEND_SHOWN_DAYS));
  return (
    <Card>
      <Title order={2} mb={4}>
        {t.spendTitle}
      </Title>
      <Queried query={spend} height={SPEND_CHART_HEIGHT + 40}>
        {({ total, days }) =>
          days.every((day) => day.total === 0) ? (
            <Text c="dimmed">{t.spendNone}</Text>
          ) : (
            <>
              <Text c="dimmed" mb="md">
                <ExactMoney cad={total} told={t.spendAbout} />
              </Text>
              <SpendChart days={days} />
            </>
          )
        }
      </Queried>
    </Card>
  );
}
