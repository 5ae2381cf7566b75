import { LineChart } from '@mantine/charts';
import { Card, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { utilisationQuery } from '../../../api/operator/oversight.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Section } from '../parts/section.tsx';
import { ChartCard } from './chart-card.tsx';
import { useOperatorOverviewText } from './text.ts';
import { utilisationRows } from './utilisation-rows.ts';

const SPANS = [1, 7, 30, 90] as const;
const COLORS = ['boreal.7', 'blue.6', 'violet.5', 'orange.6', 'pink.6', 'cyan.7', 'yellow.7', 'gray.6'] as const;

/** How full each pool was. */
export function UtilisationChart() {
  const t = useOperatorOverviewText();
  const format = useFormats();
  const [days, setDays] = useState(7);
  const utilisation = useQuery(utilisationQuery(days));
  return (
    <Section
      title={t.utilisation}
      about={t.utilisationAbout}
      actions={
        <SegmentedControl
          aria-label={t.utilisationOf}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
          data={SPANS.map((span) => ({ value: String(span), label: t.days(span) }))}
        />
      }
    >
      <Queried query={utilisation}>
        {({ pools, bucketHours }) => {
          const timeOf = bucketHours < 24 ? format.dateTime : format.date;
          const rows = utilisationRows(pools);
          if (rows.length === 0) {
            return (
              <Card>
                <EmptyState title={t.noReadings} text={t.noReadingsText} />
              </Card>
            );
          }
          return (
            <ChartCard
              label={t.utilisation}
              head={[t.time, ...pools.map(({ name }) => name)]}
              rows={rows.toReversed().map((row) => [
                timeOf(row.at),
                ...pools.map(({ poolId }) => {
                  const share = row.shares[poolId];
                  return share === undefined ? '–' : format.percent(share);
                }),
              ])}
            >
              <LineChart
                h={260}
                data={rows.map(({ at, shares }) => ({ ...shares, at: timeOf(at) }))}
                dataKey="at"
                series={pools.map(({ poolId, name }, n) => ({ name: poolId, label: name, color: COLORS[n % COLORS.length] ?? 'gray.6' }))}
                valueFormatter={(value) => format.percent(value)}
                yAxisProps={{ domain: [0, 100], width: 60 }}
                withDots={rows.length < 3}
                withLegend
                legendProps={{ verticalAlign: 'bottom' }}
                connectNulls={false}
                curveType="linear"
                lineChartProps={{ accessibilityLayer: false }}
                lineProps={{ isAnimationActive: false }}
              />
            </ChartCard>
          );
        }}
      </Queried>
    </Section>
  );
}
