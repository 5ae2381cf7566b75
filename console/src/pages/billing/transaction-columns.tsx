import type { DayCharges, GroupLine } from '@boreal/contract/billing/transaction-groups.ts';
import { Button, Text } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useFormats } from '../../format/use-formats.ts';
import type { Column } from '../../parts/data-table.tsx';
import { Money } from '../../parts/money.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { Time } from '../../parts/time.tsx';
import type { ShownTransaction } from './card-moves.rules.ts';
import { useBillingText } from './text.ts';
import { SignedAmount, WhatMoved } from './transactions-table.tsx';

/** A row: a server's charges of a day, a transaction that stands for itself, or a line of such a day, beneath it. */
export type Shown = DayCharges | (ShownTransaction & { readonly kind: 'single' }) | (GroupLine & { readonly kind: 'line' });

interface Opening {
  readonly open: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** What is told of each, and what each is sorted by; lines stay beneath their day. */
export function useTransactionColumns({ open, onToggle }: Opening): readonly Column<Shown>[] {
  const t = useBillingText();
  return [
    {
      name: t.when,
      sortBy: (row) => Date.parse(row.kind === 'charges' ? `${row.day}T23:59:59` : row.createdAt),
      cell: (row) => <When row={row} />,
    },
    {
      name: t.what,
      wraps: true,
      sortBy: (row) => (row.kind === 'line' ? null : (row.serverName ?? t.types[row.kind === 'single' ? row.type : 'usage'])),
      cell: (row) =>
        row.kind === 'charges' ? (
          <Charges group={row} isOpen={open.has(row.id)} onToggle={() => onToggle(row.id)} />
        ) : row.kind === 'single' ? (
          <WhatMoved row={row} />
        ) : (
          <Text span size="sm" c="dimmed">
            {row.periodStart === null ? t.types[row.type] : t.anHour}
          </Text>
        ),
    },
    {
      id: 'amount',
      name: t.amountColumn,
      align: 'right',
      sortBy: ({ amount }) => amount,
      cell: (row) => <SignedAmount cad={row.amount} byCard={row.kind === 'single' && row.byCard !== null} />,
    },
    {
      id: 'balance',
      name: t.balanceAfter,
      align: 'right',
      wideOnly: true,
      sortBy: (row) => (row.kind === 'single' ? row.balanceAfter : null),
      cell: (row) => (row.kind === 'single' ? <Money cad={row.balanceAfter} /> : '–'),
    },
  ];
}

function When({ row }: { row: Shown }) {
  const format = useFormats();
  switch (row.kind) {
    case 'charges':
      return format.date(`${row.day}T12:00:00`);
    case 'single':
      return <Time iso={row.createdAt} />;
    case 'line':
      return (
        <Text span size="sm" c="dimmed">
          {row.periodStart === null || row.periodEnd === null ? (
            <Time iso={row.createdAt} />
          ) : (
            `${format.time(row.periodStart)} – ${format.time(row.periodEnd)}`
          )}
        </Text>
      );
  }
}

function Charges({ group, isOpen, onToggle }: { group: DayCharges; isOpen: boolean; onToggle: () => void }) {
  const t = useBillingText();
  const format = useFormats();
  const { day, serverId, serverName, hours } = group;
  const name = serverName ?? t.types.usage;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <Text size="sm" mb={4}>
        {serverId === null ? (
          name
        ) : (
          <LinkAnchor
            to="/console/servers/$serverId/{-$tab}"
            params={{ serverId }}
            inherit
            underline="always"
            display="inline-block"
            lh="24px"
          >
            {name}
          </LinkAnchor>
        )}
      </Text>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={isOpen}
        aria-label={t.showHours(name, format.date(`${day}T12:00:00`), t.hourCount(hours))}
        leftSection={<Arrow size={14} aria-hidden />}
        onClick={onToggle}
        ml={-8}
      >
        {t.hourCount(hours)}
      </Button>
    </>
  );
}
