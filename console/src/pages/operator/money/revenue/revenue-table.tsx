import type { RevenueGroups, RevenueSums } from '@boreal/contract/operator/oversight.ts';
import { Text } from '@mantine/core';
import { useFormats } from '../../../../format/use-formats.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { ListTable } from '../../../../parts/list-table.tsx';
import { Money } from '../../../../parts/money.tsx';
import { AccountLink } from '../../parts/links.tsx';
import { useOperatorMoneyText } from '../text.ts';

interface Row extends RevenueSums {
  readonly key: string;
  readonly id: string | null;
  readonly name: string;
}

/** Models or customers, what they brought in, and their share; the others in one row, the sum of all in the last. */
export function RevenueTable({ groups }: { groups: RevenueGroups }) {
  const t = useOperatorMoneyText();
  const format = useFormats();
  const { by, rows, others, total } = groups;
  const isCustomers = by === 'customer';
  // A day of the calendar, which is the same in every zone.
  const dayOf = (day: string) => format.date(`${day}T12:00:00`);
  const named: Row[] = rows.map((row) => ({ ...row, key: row.id ?? '', name: row.name ?? row.id ?? t.ofNone }));
  const nameOthers = isCustomers ? t.otherCustomers : t.otherModels;
  const last: Row[] = others === null ? [] : [{ ...others, key: 'others', id: null, name: nameOthers(format.number(others.count)) }];
  const money = (name: string, of: (row: RevenueSums) => number, wideOnly = true) => ({
    name,
    align: 'right' as const,
    wideOnly,
    sortBy: of,
    cell: (row: Row) => <Money cad={of(row)} />,
  });
  // Of what seldom moves there is a column only where it did.
  const some = (name: string, of: (row: RevenueSums) => number) =>
    [...named, ...last].some((row) => of(row) !== 0) ? [money(name, of)] : [];
  return (
    <>
      <Text size="sm" c="dimmed" mb="xs">
        {t.daysOf(dayOf(groups.from), dayOf(groups.to))}
      </Text>
      <ListTable
        caption={t.revenue}
        rows={[...named, ...last]}
        rowKey={({ key }) => key}
        total={{ ...total, key: 'total', id: null, name: t.allRevenue }}
        columns={[
          {
            name: t.bys[by],
            wraps: true,
            sortBy: ({ name }) => name,
            cell: ({ id, name }) => (isCustomers && id !== null ? <AccountLink id={id} name={name} /> : name),
          },
          money(t.usage, ({ usage }) => usage),
          ...some(t.prepaid, ({ orders }) => orders),
          ...some(t.backups, ({ backups }) => backups),
          ...some(t.given, ({ refunds }) => -refunds),
          ...some(t.losses, ({ losses }) => -losses),
          ...some(t.otherRevenue, ({ other }) => other),
          money(t.earned, (row) => row.total, false),
          {
            name: t.share,
            align: 'right' as const,
            sortBy: (row: Row) => row.total,
            // Where the house lost more than it earned, nothing is a share of it.
            cell: (row: Row) => (total.total > 0 ? format.share((row.total / total.total) * 100) : '–'),
          },
          ...(isCustomers ? [money(t.receivedOf, ({ received }) => received ?? 0)] : []),
        ]}
        empty={<EmptyState title={t.noRevenue} text={t.noRevenueText} />}
      />
    </>
  );
}
