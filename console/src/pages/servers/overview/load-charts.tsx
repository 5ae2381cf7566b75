import { MetricsDuration, metricsWindows, type Metrics } from '@boreal/contract/servers/servers.ts';
import { Card, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../api/api-error.ts';
import { metricsQuery, type ServerRef } from '../../../api/servers.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { timeAxis } from '../../../parts/chart/time-axis.rules.ts';
import { TimeChart } from '../../../parts/chart/time-chart.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { Timed } from '../../../parts/time.tsx';
import { useServersText } from '../text.ts';

/** Processors, memory and network over an hour to thirty days. */
export function LoadCharts({ refTo, isRunning, isMeasured }: { refTo: ServerRef; isRunning: boolean; isMeasured: boolean }) {
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
      {!isMeasured || notYet ? (
        <NothingYet text={isMeasured ? t.noMetrics : t.notMeasured} />
      ) : (
        <Queried query={metrics}>{(found) => <Charts metrics={found} duration={duration} isRunning={isRunning} />}</Queried>
      )}
    </Card>
  );
}

function NothingYet({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

interface Series {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly values: Metrics['cpu'];
}

function Charts({ metrics, duration, isRunning }: { metrics: Metrics; duration: MetricsDuration; isRunning: boolean }) {
  const t = useServersText();
  const format = useFormats();
  const last = metrics.cpu.timestamps.at(-1);
  if (last === undefined) return <NothingYet text={t.noMetrics} />;
  const shared = { duration, isRunning };
  const percent = (value: number) => format.percent(value);
  return (
    <>
      {!isRunning && (
        <Text size="sm" c="dimmed" mb="sm">
          <Timed iso={last} sentence={t.lastReading} />
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
        <Chart
          title={t.chartCpu}
          {...shared}
          show={percent}
          top={100}
          series={[{ key: 'cpu', name: t.chartCpu, color: 'boreal.6', values: metrics.cpu }]}
        />
        <Chart
          title={t.chartRam}
          {...shared}
          show={percent}
          top={100}
          series={[{ key: 'ram', name: t.chartRam, color: 'blue.6', values: metrics.ram }]}
        />
        <Chart
          title={t.chartNetwork}
          {...shared}
          show={(value) => format.bytesPerSecond(value)}
          series={[
            { key: 'in', name: t.received, color: 'violet.6', values: metrics.network_in },
            { key: 'out', name: t.sent, color: 'orange.6', values: metrics.network_out },
          ]}
        />
      </SimpleGrid>
    </>
  );
}

interface ChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly show: (value: number) => string;
  /** The end of the axis; default automatic. */
  readonly top?: number;
  readonly duration: MetricsDuration;
  readonly isRunning: boolean;
}

function Chart({ title, series, show, top, duration, isRunning }: ChartProps) {
  const t = useServersText();
  const format = useFormats();
  const times = (series[0]?.values.timestamps ?? []).map((iso) => new Date(iso).getTime());
  const axis = timeAxis({ endMs: times.at(-1) ?? 0, spanMs: metricsWindows[duration].seconds * 1000 });
  const isLong = duration === '7d' || duration === '30d';
  const text = (at: number, as: (iso: string) => string) => as(new Date(at).toISOString());
  // What the chart shows, for screen readers.
  const spoken = series.map(({ name, values }) => (isRunning ? t.chartNow : t.chartThen)(name, show(values.values.at(-1) ?? 0))).join(', ');
  return (
    <figure style={{ margin: 0 }} aria-label={spoken}>
      <Text component="figcaption" size="sm" fw={600} mb={4}>
        {title}
      </Text>
      {isRunning && (
        <Text size="sm" c="dimmed" mb="xs" className="figures">
          {series.map(({ name, values }) => `${series.length > 1 ? `${name} ` : ''}${show(values.values.at(-1) ?? 0)}`).join(' · ')}
        </Text>
      )}
      <TimeChart
        height={150}
        times={times}
        {...axis}
        tickText={(at) => text(at, isLong ? format.day : format.time)}
        title={(at) => text(at, format.dateTime)}
        series={series.map(({ name, color, values }) => ({ name, color, values: values.values }))}
        format={show}
        {...(top !== undefined && { top })}
        filled
      />
    </figure>
  );
}
