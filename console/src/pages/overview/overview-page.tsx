import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { attentionQuery } from '../../api/attention.ts';
import { budgetQuery, creditsQuery, spendByDayQuery } from '../../api/billing.ts';
import { serverStatesQuery } from '../../api/servers.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { Figure } from '../../parts/figure.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { SPEND_CHART_HEIGHT } from '../billing/spend-chart-height.ts';
import { Alerts } from './alerts.tsx';
import { FirstServer } from './first-server.tsx';
import { Fleet } from './fleet.tsx';
import { MonthForecast } from './month-forecast.tsx';
import { PasskeyOffer } from './passkey-offer.tsx';
import { useOverviewText } from './text.ts';

const SpendChart = lazyPart('spend-chart', async () => (await import('../billing/spend-chart.tsx')).SpendChart, SPEND_CHART_HEIGHT);
const DAYS = 30;

/** The account at a glance: money, what needs attention, servers; for a new account the way to its first server. */
export function OverviewPage() {
  const t = useOverviewText();
  const accountId = useAccountId();
  const credits = useQuery(creditsQuery(accountId));
  const states = useQuery(serverStatesQuery(accountId));
  const budget = useQuery(budgetQuery(accountId));
  const attention = useQuery(attentionQuery(accountId));
  // Together, so that nothing is pushed down by what comes later; but what is rare keeps nobody waiting.
  const settled = [credits, states, budget].every(({ isPending }) => !isPending) && (!attention.isPending || attention.failureCount > 0);
  return (
    <>
      <PageHeader title={t.title} actions={<LinkButton to="/console/deploy">{t.deploy}</LinkButton>} />
      <Stack gap="lg">
        <Figures />
        {!settled ? (
          <Loading />
        ) : (
          <Queried query={states}>
            {(servers) =>
              servers.length === 0 ? (
                <>
                  <Alerts credits={credits.data} states={servers} sayNone={false} />
                  <FirstServer balance={credits.data?.balance} />
                </>
              ) : (
                <>
                  <Alerts credits={credits.data} states={servers} sayNone />
                  <Fleet servers={servers} />
                  <Spending />
                </>
              )
            }
          </Queried>
        )}
        {settled && <PasskeyOffer />}
      </Stack>
    </>
  );
}

/** Their places are there from the beginning, and their values when they come. */
function Figures() {
  const t = useOverviewText();
  const format = useFormats();
  const accountId = useAccountId();
  const credits = useQuery(creditsQuery(accountId));
  const { data: states } = useQuery(serverStatesQuery(accountId));
  const known = credits.data;
  const lasts = known && (known.estimatedRuntimeHours === null ? t.nothingRuns : format.duration(known.estimatedRuntimeHours));
  if (credits.isError && known === undefined) return <Queried query={credits}>{() => null}</Queried>;
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
      <Figure name={t.balance} value={known ? <ExactMoney cad={known.balance} /> : UNKNOWN} />
      <Figure name={t.burnRate} value={known ? <ExactMoney cad={known.burnRatePerHour} told={t.perHour} /> : UNKNOWN} />
      <Figure name={t.runtime} value={lasts ?? UNKNOWN} />
      <Figure
        name={t.fleet}
        value={states ? t.fleetCount(states.filter(({ status }) => status === 'ACTIVE').length, states.length) : UNKNOWN}
      />
    </SimpleGrid>
  );
}

const UNKNOWN = '…';

function Spending() {
  const t = useOverviewText();
  const spend = useQuery(spendByDayQuery(useAccountId(), DAYS));
  return (
    <Card>
      <Title order={2} size="h3">
        {t.spend}
      </Title>
      <MonthForecast />
      <Queried query={spend} height={SPEND_CHART_HEIGHT}>
        {({ days, total }) => (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {total === 0 ? t.spendNone : <ExactMoney cad={total} told={t.spendTotal} />}
            </Text>
            {total !== 0 && <SpendChart days={days} />}
          </>
        )}
      </Queried>
    </Card>
  );
}
