import type { Revenue } from '@boreal/contract/operator/oversight.ts';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { revenueQuery } from '../../../api/operator/oversight.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { BarChart } from '../../../parts/chart/bar-chart.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Section } from '../parts/section.tsx';
import { CHART_CARD_HEIGHT, CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { ExportButton } from './export-button.tsx';
import { useOperatorOverviewText } from './text.ts';

type Period = Revenue['periods'][number];

/** What the house earned, by the day or the month. */
export function RevenueChart() {
  const t = useOperatorOverviewText();
  const format = useFormats();
  const [by, setBy] = useState<'day' | 'month'>('day');
  const revenue = useQuery(revenueQuery(by));
  // A day of the calendar has no hour: noon is the same day everywhere that reads this.
  const dayOf = (start: string) => format.date(`${start}T12:00:00`);
  return (
    <Section
      title={t.revenue}
      about={t.revenueAbout}
      actions={
        <>
          <SegmentedControl
            aria-label={t.revenueBy}
            value={by}
            onChange={(value) => setBy(value === 'month' ? 'month' : 'day')}
            data={[
              { value: 'day', label: t.byDay },
              { value: 'month', label: t.byMonth },
            ]}
          />
          <ExportButton of="revenue" />
        </>
      }
    >
      <Queried query={revenue} height={CHART_CARD_HEIGHT}>
        {({ periods }) => {
          // Of what seldom moves there is a column only where it did.
          const sums = (
            [
              [t.usage, ({ usage }) => usage, true],
              [t.orders, ({ orders }) => orders],
              [t.backups, ({ backups }) => backups],
              [t.refunds, ({ refunds }) => -refunds],
              [t.losses, ({ losses }) => -losses],
              [t.sum, ({ total }) => total, true],
              [t.received, ({ received }) => received, true],
            ] satisfies [string, (period: Period) => number, true?][]
          ).filter(([, of, always]) => always === true || periods.some((period) => of(period) !== 0));
          return (
            <ChartCard
              label={t.revenue}
              head={[t.period, ...sums.map(([name]) => name)]}
              rows={periods.toReversed().map((period) => [dayOf(period.start), ...sums.map(([, of]) => format.money(of(period)))])}
            >
              <BarChart
                height={CHART_HEIGHT}
                labels={periods.map(({ start }) => (by === 'day' ? format.day(`${start}T12:00:00`) : dayOf(start)))}
                series={[
                  { name: t.usage, color: 'boreal.7', values: periods.map(({ usage }) => usage) },
                  { name: t.orders, color: 'blue.6', values: periods.map(({ orders }) => orders) },
                  { name: t.backups, color: 'violet.5', values: periods.map(({ backups }) => backups) },
                  { name: t.refunds, color: 'orange.6', values: periods.map(({ refunds }) => -refunds) },
                  { name: t.losses, color: 'red.7', values: periods.map(({ losses }) => -losses) },
                ]}
                format={format.money}
              />
            </ChartCard>
          );
        }}
      </Queried>
    </Section>
  );
}
