import { Card, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { utilisationQuery } from '../../../api/operator/oversight.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { timeAxis } from '../../../parts/chart/time-axis.rules.ts';
import { TimeChart } from '../../../parts/chart/time-chart.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Section } from '../parts/section.tsx';
import { CHART_CARD_HEIGHT, CHART_HEIGHT, ChartCard } from './chart-card.tsx';
import { ExportButton } from './export-button.tsx';
import { useOperatorOverviewText } from './text.ts';
import { utilisationRows } from './utilisation-rows.ts';

const SPANS = [1, 7, 30, 90] as const;
const DAY_MS = 86_400_000;
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
        <>
          <SegmentedControl
            aria-label={t.utilisationOf}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
            data={SPANS.map((span) => ({ value: String(span), label: t.days(span) }))}
          />
          <ExportButton of="utilisation" />
        </>
      }
    >
      <Queried query={utilisation} height={CHART_CARD_HEIGHT}>
        {({ pools, bucketHours }) => {
          const timeOf = bucketHours < 24 ? format.dateTime : format.date;
          const rows = utilisationRows(pools);
          const times = rows.map(({ at }) => new Date(at).getTime());
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
              <TimeChart
                height={CHART_HEIGHT}
                times={times}
                {...timeAxis({ endMs: times.at(-1) ?? 0, spanMs: days * DAY_MS })}
                tickText={(at) => (days === 1 ? format.time : format.day)(new Date(at).toISOString())}
                title={(at) => timeOf(new Date(at).toISOString())}
                series={pools.map(({ poolId, name }, n) => ({
                  name,
                  color: COLORS[n % COLORS.length] ?? 'gray.6',
                  values: rows.map(({ shares }) => shares[poolId] ?? null),
                }))}
                format={format.percent}
                top={100}
              />
            </ChartCard>
          );
        }}
      </Queried>
    </Section>
  );
}
