import { Card, Grid, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { creditsQuery, spendByDayQuery } from '../../api/billing.ts';
import { serverStatesQuery } from '../../api/servers.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Figure } from '../../parts/figure.tsx';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { Alerts } from './alerts.tsx';
import { Fleet } from './fleet.tsx';
import { useOverviewText } from './text.ts';

const SpendChart = lazyPart('spend-chart', async () => (await import('../billing/spend-chart.tsx')).SpendChart);
const DAYS = 30;

/** The account at a glance: money, servers, what needs attention. */
export function OverviewPage() {
  const t = useOverviewText();
  const format = useFormats();
  const accountId = useAccountId();
  const mayDeploy = useMayDo('servers.write');
  const credits = useQuery(creditsQuery(accountId));
  const states = useQuery(serverStatesQuery(accountId));
  const spend = useQuery(spendByDayQuery(accountId, DAYS));
  return (
    <>
      <PageHeader title={t.title} actions={mayDeploy && <LinkButton to="/console/deploy">{t.deploy}</LinkButton>} />
      <Stack gap="lg">
        <Queried query={credits}>
          {({ balance, burnRatePerHour, estimatedRuntimeHours }) => (
            <SimpleGrid cols={{ base: 2, lg: 4 }}>
              <Figure name={t.balance} value={format.money(balance)} />
              <Figure name={t.burnRate} value={t.perHour(format.money(burnRatePerHour))} />
              <Figure name={t.runtime} value={estimatedRuntimeHours === null ? t.nothingRuns : format.duration(estimatedRuntimeHours)} />
              <Figure
                name={t.fleet}
                value={states.data ? t.fleetCount(states.data.filter(({ status }) => status === 'ACTIVE').length, states.data.length) : '…'}
              />
            </SimpleGrid>
          )}
        </Queried>
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <Card h="100%">
              <Title order={2} size="h3">
                {t.spend}
              </Title>
              <Queried query={spend}>
                {({ days, total }) => (
                  <>
                    <Text size="sm" c="dimmed" mb="sm">
                      {total === 0 ? t.spendNone : t.spendTotal(format.money(total))}
                    </Text>
                    {total !== 0 && <SpendChart days={days} />}
                  </>
                )}
              </Queried>
            </Card>
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }}>
            <Alerts credits={credits.data} states={states.data} />
          </Grid.Col>
        </Grid>
        <Queried query={states}>
          {(servers) =>
            servers.length === 0 ? (
              <Card>
                <EmptyState
                  title={t.welcome}
                  text={t.welcomeText}
                  action={
                    <Group>
                      <LinkAnchor to="/console/ssh-keys" underline="always">
                        {t.addKey}
                      </LinkAnchor>
                      <LinkAnchor to="/console/billing/add-credits" underline="always">
                        {t.addCredit}
                      </LinkAnchor>
                    </Group>
                  }
                />
              </Card>
            ) : (
              <Fleet servers={servers} />
            )
          }
        </Queried>
      </Stack>
    </>
  );
}
