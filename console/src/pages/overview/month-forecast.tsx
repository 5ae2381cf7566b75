import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { forecastQuery } from '../../api/billing.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { useOverviewText } from './text.ts';

/** What the month comes to at the current rate, of how much it may. Its line is there before it is known: nothing moves. */
export function MonthForecast() {
  const t = useOverviewText();
  const { money, exact } = useFormats();
  const { data } = useQuery(forecastQuery(useAccountId()));
  return (
    <Text size="sm" mih={22}>
      {data && (
        <LinkAnchor to="/console/billing/costs" {...(exact(data.expected) !== money(data.expected) && { title: exact(data.expected) })}>
          {t.month(money(data.expected), data.monthlyLimit === null ? null : money(data.monthlyLimit))}
        </LinkAnchor>
      )}
    </Text>
  );
}
