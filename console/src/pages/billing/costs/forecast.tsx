import type { Forecast as Told } from '@boreal/contract/billing/forecast.ts';
import { Alert, SimpleGrid, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { forecastQuery } from '../../../api/billing.ts';
import { useAccountId, useMayDo } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { Figure } from '../../../parts/figure.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { useCostsText } from './text.ts';

/** px */
const FIGURES_HEIGHT = 110;

/** What this month comes to at the current rate, and whether the budget holds. */
export function Forecast() {
  const t = useCostsText();
  const forecast = useQuery(forecastQuery(useAccountId()));
  return (
    <Stack gap="sm">
      <Title order={2} size="h3">
        {t.forecast}
      </Title>
      <Queried query={forecast} height={FIGURES_HEIGHT}>
        {(told) => <Figures forecast={told} />}
      </Queried>
    </Stack>
  );
}

function Figures({ forecast }: { forecast: Told }) {
  const t = useCostsText();
  const format = useFormats();
  const { spent, perHour, expected, limitAt, monthEnd } = forecast;
  const lastDay = format.easternDate(new Date(Date.parse(monthEnd) - 1000).toISOString());
  return (
    <>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', sm: 'md' }}>
        <Figure name={t.spent} value={<ExactMoney cad={spent} />} note={t.withoutTerms} />
        <Figure name={t.rate} value={<ExactMoney cad={perHour} told={t.perHour} />} {...(perHour === 0 && { note: t.nothingRuns })} />
        <Figure name={t.expected(lastDay)} value={<ExactMoney cad={expected} />} note={t.atThisRate} />
        <Figure name={t.budget} value={<Budget forecast={forecast} />} note={<BudgetNote forecast={forecast} />} />
      </SimpleGrid>
      {limitAt !== null && (
        <Alert color="orange" icon={<TriangleAlert size={18} aria-hidden />}>
          {isReached(forecast) ? t.budgetReached : t.budgetReachedOn(format.easternDate(limitAt), format.easternTime(limitAt))}
        </Alert>
      )}
    </>
  );
}

function Budget({ forecast: { monthlyLimit } }: { forecast: Told }) {
  const t = useCostsText();
  const format = useFormats();
  return monthlyLimit === null ? t.noBudget : format.money(monthlyLimit);
}

/** How much of it is expected to be spent, and where it is changed. */
function BudgetNote({ forecast: { expected, monthlyLimit } }: { forecast: Told }) {
  const t = useCostsText();
  const format = useFormats();
  const mayWrite = useMayDo('billing.write');
  const share = monthlyLimit === null ? null : monthlyLimit === 0 ? 100 : (expected / monthlyLimit) * 100;
  const text = share === null ? null : t.ofBudget(format.percent(share));
  return (
    <>
      {share !== null && text !== null && (
        <>
          {text}
          <Meter value={share} my={4} aria-label={text} color={share > 100 ? 'red' : share >= 80 ? 'orange' : 'boreal'} />
        </>
      )}
      {mayWrite && (
        <LinkAnchor to="/console/billing/budget" size="sm" underline="always">
          {monthlyLimit === null ? t.setBudget : t.changeBudget}
        </LinkAnchor>
      )}
    </>
  );
}

const isReached = ({ spent, monthlyLimit }: Told) => monthlyLimit !== null && spent >= monthlyLimit;
