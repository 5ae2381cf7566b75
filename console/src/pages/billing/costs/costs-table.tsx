import type { Costs } from '@boreal/contract/billing/costs.ts';
import { Stack, Text } from '@mantine/core';
import { useFormats } from '../../../format/use-formats.ts';
import type { Column } from '../../../parts/data-table.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Money } from '../../../parts/money.tsx';
import { LinkButton } from '../../../parts/page-links.tsx';
import { CostName, type ShownCost } from './cost-name.tsx';
import { useCostsText } from './text.ts';

/** The parts that a total is put together from. */
const parts = [
  ['hours', 'servers'],
  ['backups', 'backups'],
  ['orders', 'orders'],
  ['refunds', 'refunds'],
] as const;

/** Rows that come to the total, the dearest first. */
export function CostsTable({ costs }: { costs: Costs }) {
  const t = useCostsText();
  const format = useFormats();
  const { by, labels, from, to, rows, more, total } = costs;
  const dayOf = (date: string) => format.date(`${date}T12:00:00`);
  const days = t.days(dayOf(from), dayOf(to));
  const shown: ShownCost[] = rows.map((row) => ({ ...row, kind: 'row' }));
  if (more) shown.push({ ...more, kind: 'more' });
  const columns: Column<ShownCost>[] = [
    {
      name: t.bys[by],
      sortBy: (row) => (row.kind === 'row' ? row.name : null),
      wraps: true,
      cell: (row) => <CostName by={by} row={row} />,
    },
    ...(by === 'server'
      ? []
      : [
          {
            name: t.servers,
            sortBy: ofRow('serverCount'),
            align: 'right',
            wideOnly: true,
            cell: (row) => countOf(row, format.number),
          } satisfies Column<ShownCost>,
        ]),
    // What nothing was charged for takes no place.
    ...parts
      .filter(([, part]) => costs[part] !== 0)
      .map(([name, part]): Column<ShownCost> => ({
        name: t[name],
        sortBy: ofRow(part),
        align: 'right',
        wideOnly: true,
        cell: (row) => <Money cad={part === 'refunds' && row[part] !== 0 ? -row[part] : row[part]} />,
      })),
    ...(total > 0
      ? [
          {
            name: t.share,
            sortBy: ofRow('total'),
            align: 'right',
            wideOnly: true,
            cell: (row) => <span className="figures">{format.share((row.total / total) * 100)}</span>,
          } satisfies Column<ShownCost>,
        ]
      : []),
    { name: t.total, sortBy: ofRow('total'), align: 'right', cell: (row) => <Money cad={row.total} /> },
  ];
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {days}
        {by === 'label' && rows.length > 0 && labels.length === 0 && ` · ${t.noLabels}`}
        {more !== null && ` · ${t.moreHint}`}
      </Text>
      <ListTable
        caption={`${t.title}, ${days}`}
        columns={columns}
        rows={shown}
        rowKey={(row) => (row.kind === 'row' ? `row-${row.id}` : row.kind)}
        total={{ ...costs, kind: 'total' }}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} action={<LinkButton to="/console/deploy">{t.deploy}</LinkButton>} />}
      />
    </Stack>
  );
}

/** What a row is sorted by; the one that stands for all others stays last. */
const ofRow = (figure: 'serverCount' | 'total' | (typeof parts)[number][1]) => (row: ShownCost) =>
  row.kind === 'row' ? row[figure] : null;

function countOf(row: ShownCost, format: (count: number) => string) {
  return row.kind === 'row' ? <span className="figures">{format(row.serverCount)}</span> : null;
}
