import { Text } from '@mantine/core';
import type { Page } from '../../api/call.ts';
import { listTransactions } from '../../api/payments.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Queried } from '../../parts/queried.tsx';
import { Time } from '../../parts/time.tsx';
import { mergeCardMoves, type ShownTransaction } from './card-moves.rules.ts';
import { useBillingText } from './text.ts';
import { TransactionWords } from './transaction-words.tsx';

/** What moved the credit last. */
export function LatestTransactions({ most }: { most: number }) {
  const t = useBillingText();
  const accountId = useAccountId();
  const query = usePages<ShownTransaction>({
    queryKey: [accountId, 'transactions'],
    load: async (cursor): Promise<Page<ShownTransaction>> => {
      const { items, nextCursor } = await listTransactions(accountId, cursor);
      return { items: items.map((row) => ({ ...row, byCard: null })), nextCursor };
    },
  });
  const table = {
    caption: t.transactionsTitle,
    rowKey: ({ id }: ShownTransaction) => id,
    columns: [
      { name: t.when, cell: ({ createdAt }: ShownTransaction) => <Time iso={createdAt} /> },
      { name: t.what, wraps: true, cell: (row: ShownTransaction) => <WhatMoved row={row} /> },
      {
        name: t.amountColumn,
        align: 'right',
        cell: ({ amount, byCard }: ShownTransaction) => <SignedAmount cad={amount} byCard={byCard !== null} />,
      },
      {
        name: t.balanceAfter,
        align: 'right',
        wideOnly: true,
        cell: ({ balanceAfter }: ShownTransaction) => <Money cad={balanceAfter} />,
      },
    ],
    empty: (
      <EmptyState
        title={t.transactionsEmptyTitle}
        text={t.transactionsEmptyText}
        action={<LinkButton to="/console/billing/add-credits">{t.addCredits}</LinkButton>}
      />
    ),
  } as const;
  return (
    <Queried query={query}>{({ pages }) => <DataTable {...table} rows={mergeCardMoves(pages[0]?.items ?? []).slice(0, most)} />}</Queried>
  );
}

/** What moved the credit, and the server that it was for. */
export function WhatMoved({ row }: { row: ShownTransaction }) {
  const t = useBillingText();
  const { serverId, serverName, byCard } = row;
  return (
    <>
      <TransactionWords row={row} />
      {byCard !== null && (
        <Text size="sm" c="dimmed">
          {t.creditUnchanged}
        </Text>
      )}
      {serverId !== null && (
        <LinkAnchor to="/console/servers/$serverId/{-$tab}" params={{ serverId: serverId }} size="sm" underline="always">
          {serverName ?? t.server}
        </LinkAnchor>
      )}
    </>
  );
}

/** With its sign: credits stand out from debits. What a card paid was neither. */
export function SignedAmount({ cad, byCard }: { cad: number; byCard: boolean }) {
  return (
    <Text span size="sm" fw={cad > 0 && !byCard ? 650 : undefined} c={byCard ? 'dimmed' : undefined}>
      <Money cad={cad} signed={!byCard} />
    </Text>
  );
}
