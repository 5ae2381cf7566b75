import type { Transaction } from '@boreal/contract/billing.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listTransactions } from '../../api/billing.ts';
import type { Page } from '../../api/call.ts';
import { serversQuery } from '../../api/servers.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Time } from '../../parts/time.tsx';
import { useBillingText } from './text.ts';
import { TransactionWords } from './transaction-words.tsx';

/** What moved the credit, the newest first; only the first few of them where that is said. */
export function TransactionsTable({ most }: { most?: number }) {
  const t = useBillingText();
  const accountId = useAccountId();
  const query = usePages<Transaction>({
    queryKey: [accountId, 'transactions'],
    load: (cursor): Promise<Page<Transaction>> => listTransactions(accountId, cursor),
  });
  // Of servers that are gone, the link is enough.
  const servers = useQuery(serversQuery(accountId)).data ?? [];
  const names = new Map(servers.map(({ id, name }) => [id, name]));
  const table = {
    caption: t.transactionsTitle,
    rowKey: ({ id }: Transaction) => id,
    columns: [
      { name: t.when, cell: ({ createdAt }: Transaction) => <Time iso={createdAt} /> },
      { name: t.what, wraps: true, cell: (row: Transaction) => <What row={row} names={names} /> },
      { name: t.amountColumn, align: 'right', cell: ({ amount }: Transaction) => <Amount cad={amount} /> },
      {
        name: t.balanceAfter,
        align: 'right',
        wideOnly: true,
        cell: ({ balanceAfter }: Transaction) => <Money cad={balanceAfter} />,
      },
    ],
    empty: (
      <EmptyState
        title={t.transactionsEmptyTitle}
        text={t.transactionsEmptyText}
        action={
          <Button component={Link} to="/console/billing/add-credits">
            {t.addCredits}
          </Button>
        }
      />
    ),
  } as const;
  const few = most === undefined ? undefined : query.data?.pages[0]?.items.slice(0, most);
  return few === undefined ? <PagedTable {...table} query={query} /> : <DataTable {...table} rows={few} />;
}

function What({ row, names }: { row: Transaction; names: ReadonlyMap<string, string> }) {
  const t = useBillingText();
  const { serverId } = row;
  return (
    <>
      <TransactionWords row={row} />
      {serverId !== null && (
        <Anchor component={Link} to={`/console/servers/${serverId}`} size="sm" underline="always">
          {names.get(serverId) ?? t.server}
        </Anchor>
      )}
    </>
  );
}

/** With its sign: what came in stands out from what went out. */
function Amount({ cad }: { cad: number }) {
  const format = useFormats();
  return (
    <Text span size="sm" className="figures" fw={cad > 0 ? 650 : undefined}>
      {cad > 0 ? `+${format.rate(cad)}` : format.rate(cad)}
    </Text>
  );
}
