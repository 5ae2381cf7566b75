import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { MetricsDuration, type Metrics } from '@boreal/contract/servers.ts';
import { Card, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { metricsQuery, type ServerRef } from '../../api/servers.ts';
import { useFormats } from '../../format/use-formats.ts';
import { Queried } from '../../parts/queried.tsx';
import { useServersText } from './text.ts';

/** Processors, memory and network over an hour to thirty days. */
export function LoadCharts({ refTo }: { refTo: ServerRef }) {
  const t = useServersText();
  const [duration, setDuration] = useState<MetricsDuration>('1h');
  const metrics = useQuery({ ...metricsQuery(refTo, duration), placeholderData: (before) => before });
  const notYet = isApiError(metrics.error) && metrics.error.code === 'NOT_PROVISIONED';
  return (
    <Card>
      <Group justify="space-between" mb="md">
        <Title order={2} size="h3">
          {t.metrics}
        </Title>
        <SegmentedControl
          aria-label={t.duration}
          size="xs"
          value={duration}
          onChange={(value) => setDuration(MetricsDuration.parse(value))}
          data={MetricsDuration.options.map((one) => ({ value: one, label: t.durations[one] }))}
        />
      </Group>
      {notYet ? (
        <NothingYet />
      ) : (
        <Queried query={metrics}>{(found) => <Charts metrics={found} long={duration === '7d' || duration === '30d'} />}</Queried>
      )}
    </Card>
  );
}

function NothingYet() {
  const t = useServersText();
  return (
    <Text size="sm" c="dimmed">
      {t.noMetrics}
    </Text>
  );
}

interface Series {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly values: Metrics['cpu'];
}

function Charts({ metrics, long }: { metrics: Metrics; long: boolean }) {
  const t = useServersText();
  const format = useFormats();
  if (metrics.cpu.timestamps.length === 0) return <NothingYet />;
  const percent = (value: number) => format.percent(value);
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
      <Chart
        title={t.chartCpu}
        long={long}
        show={percent}
        top={100}
        series={[{ key: 'cpu', name: t.chartCpu, color: 'boreal.6', values: metrics.cpu }]}
      />
      <Chart
        title={t.chartRam}
        long={long}
        show={percent}
        top={100}
        series={[{ key: 'ram', name: t.chartRam, color: 'blue.6', values: metrics.ram }]}
      />
      <Chart
        title={t.chartNetwork}
        long={long}
        show={(value) => format.bytesPerSecond(value)}
        series={[
          { key: 'in', name: t.received, color: 'violet.6', values: metrics.network_in },
          { key: 'out', name: t.sent, color: 'orange.6', values: metrics.network_out },
        ]}
      />
    </SimpleGrid>
  );
}

interface ChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly show: (value: number) => string;
  /** The axis ends here; by itself where left out. */
  readonly top?: number;
  readonly long: boolean;
}

function Chart({ title, series, show, top, long }: ChartProps) {
  const t = useServersText();
  const format = useFormats();
  const [first] = series;
  const data = (first?.values.timestamps ?? []).map((iso, index) => ({
    at: long ? format.day(iso) : format.time(iso),
    ...Object.fromEntries(series.map(({ key, values }) => [key, values.values[index] ?? null])),
  }));
  // What the picture shows, for who does not see it.
  const spoken = series.map(({ name, values }) => t.chartNow(name, show(values.values.at(-1) ?? 0))).join(', ');
  return (
    <figure style={{ margin: 0 }} aria-label={spoken}>
      <Text component="figcaption" size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <Text size="sm" c="dimmed" mb="xs" className="figures">
        {series.map(({ name, values }) => `${series.length > 1 ? `${name} ` : ''}${show(values.values.at(-1) ?? 0)}`).join(' · ')}
      </Text>
      <div aria-hidden>
        <AreaChart
          h={150}
          data={data}
          dataKey="at"
          series={series.map(({ key, name, color }) => ({ name: key, label: name, color }))}
          valueFormatter={show}
          withDots={false}
          curveType="linear"
          strokeWidth={1.5}
          tickLine="none"
          yAxisProps={{ width: 80, tickCount: 3, ...(top !== undefined && { domain: [0, top] }) }}
          areaProps={{ isAnimationActive: false }}
          accessibilityLayer={false}
        />
      </div>
    </figure>
  );
}
