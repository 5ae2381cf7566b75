import '@mantine/charts/styles.css';
import type { DaySpend } from '@boreal/contract/billing.ts';
import { BarChart } from '@mantine/charts';
import { Table, VisuallyHidden } from '@mantine/core';
import { useFormats } from '../../format/use-formats.ts';
import { useBillingText } from './text.ts';

/** The cost of each day, as a chart and, for screen readers, as a table. */
export function SpendChart({ days }: { days: readonly DaySpend[] }) {
  const t = useBillingText();
  const format = useFormats();
  // A date belongs to a calendar and is not an instant: noon is the same day in every zone of the country.
  const dayOf = (date: string) => format.date(`${date}T12:00:00`);
  const data = days.map(({ date, servers, backups, orders, refunds }) => ({
    date: format.day(`${date}T12:00:00`),
    [t.spendServers]: servers,
    [t.spendBackups]: backups,
    [t.spendOrders]: orders,
    [t.spendRefunds]: -refunds,
  }));
  // Categories without spending are not in the legend.
  const series = [
    { name: t.spendServers, color: 'boreal.7', isUsed: days.some(({ servers }) => servers !== 0) },
    { name: t.spendBackups, color: 'blue.5', isUsed: days.some(({ backups }) => backups !== 0) },
    { name: t.spendOrders, color: 'violet.5', isUsed: days.some(({ orders }) => orders !== 0) },
    { name: t.spendRefunds, color: 'gray.5', isUsed: days.some(({ refunds }) => refunds !== 0) },
  ].flatMap(({ isUsed, ...one }) => (isUsed ? [one] : []));
  const told = days.filter(({ total, refunds }) => total !== 0 || refunds !== 0);
  return (
    <>
      <BarChart
        aria-hidden
        h={220}
        data={data}
        dataKey="date"
        type="stacked"
        withLegend
        valueFormatter={(value) => format.money(value)}
        yAxisProps={{ width: 80 }}
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        // The table below says the same: nothing in the chart takes the keyboard focus.
        barChartProps={{ accessibilityLayer: false }}
        series={series}
      />
      <VisuallyHidden>
        <Table>
          <Table.Caption>{t.spendTitle}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.day}</Table.Th>
              <Table.Th>{t.total}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {told.map(({ date, total }) => (
              <Table.Tr key={date}>
                <Table.Td>{dayOf(date)}</Table.Td>
                <Table.Td>{format.money(total)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  );
}
