import type { DaySpend } from '@boreal/contract/billing/billing.ts';
import { VisuallyHidden } from '@mantine/core';
import { en } from '../../i18n/en/spend.ts';
import { fr } from '../../i18n/fr/spend.ts';
import { textsOf } from '../../i18n/language.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { BarChart } from '../../parts/chart/bar-chart.tsx';
import { SPEND_CHART_HEIGHT } from './spend-chart-height.ts';

/** Words of its own: the overview shows it without the rest of billing. */
const useSpendText = textsOf({ en, fr });

/** The cost of each day, as a chart and, for screen readers, as a table. */
export function SpendChart({ days }: { days: readonly DaySpend[] }) {
  const t = useSpendText();
  const format = useFormats();
  // A date belongs to a calendar and is not an instant: noon is the same day in every zone of the country.
  const dayOf = (date: string) => format.date(`${date}T12:00:00`);
  // Categories without spending are not in the legend.
  const series = [
    { name: t.servers, color: 'boreal.7', values: days.map(({ servers }) => servers) },
    { name: t.backups, color: 'blue.5', values: days.map(({ backups }) => backups) },
    { name: t.orders, color: 'violet.5', values: days.map(({ orders }) => orders) },
    { name: t.refunds, color: 'gray.5', values: days.map(({ refunds }) => -refunds) },
  ].filter(({ values }) => values.some((value) => value !== 0));
  const told = days.filter(({ total, refunds }) => total !== 0 || refunds !== 0);
  return (
    <>
      <BarChart
        height={SPEND_CHART_HEIGHT}
        labels={days.map(({ date }) => format.day(`${date}T12:00:00`))}
        series={series}
        format={format.money}
      />
      <VisuallyHidden>
        <table>
          <caption>{t.title}</caption>
          <thead>
            <tr>
              <th>{t.day}</th>
              <th>{t.total}</th>
            </tr>
          </thead>
          <tbody>
            {told.map(({ date, total }) => (
              <tr key={date}>
                <td>{dayOf(date)}</td>
                <td>{format.money(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
