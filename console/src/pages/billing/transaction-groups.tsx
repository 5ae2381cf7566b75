import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Page } from '../../api/call.ts';
import { listTransactionGroups } from '../../api/payments.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import type { KeptFilter } from '../../parts/list-view/use-list-filter.ts';
import { LinkButton } from '../../parts/page-links.tsx';
import { mergeCardMoves, type ShownTransaction } from './card-moves.rules.ts';
import { GroupLines } from './group-lines.tsx';
import { useTransactionColumns, type Shown } from './transaction-columns.tsx';
import { useBillingText } from './text.ts';
import { askedOf, readTransactionFilter, TransactionFilterFields, type TransactionFilter } from './transaction-filter.tsx';

/** What moved the credit, the newest day first: the charges by the hour as a row for each server and day, which opens. */
export function TransactionGroups({ kept }: { kept: KeptFilter<TransactionFilter> }) {
  const t = useBillingText();
  const accountId = useAccountId();
  const asked = askedOf(kept.asked);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const query = usePages<Shown>({
    queryKey: [accountId, 'transaction-groups', asked],
    load: async (cursor): Promise<Page<Shown>> => {
      const { items, nextCursor } = await listTransactionGroups(accountId, { ...asked, cursor });
      return { items: items.map((row) => (row.kind === 'single' ? { ...row, byCard: null } : row)), nextCursor };
    },
  });
  const toggle = (id: string) => {
    const now = new Set(open);
    if (!now.delete(id)) now.add(id);
    setOpen(now);
  };
  const columns = useTransactionColumns({ open, onToggle: toggle });
  const isNarrowed = Object.values(asked).some((value) => value !== undefined);
  const clear = () => kept.setFilter(readTransactionFilter({}));
  return (
    <PagedList
      list="transactions"
      filter={kept}
      query={query}
      caption={t.transactionsTitle}
      columns={columns}
      arrange={mergeSingles}
      below={(row, { show, width }) =>
        row.kind === 'charges' &&
        open.has(row.id) && (
          <GroupLines group={row} width={width}>
            {(lines) => show(lines.map((line) => ({ ...line, kind: 'line' })))}
          </GroupLines>
        )
      }
      {...(isNarrowed && { more: t.searchFurther })}
      empty={
        isNarrowed ? (
          <EmptyState
            title={t.noneFoundTitle}
            text={query.hasNextPage ? t.noneFoundYet : t.noneFoundText}
            action={
              <Button variant="default" onClick={clear}>
                {t.clearFilters}
              </Button>
            }
          />
        ) : (
          <EmptyState
            title={t.transactionsEmptyTitle}
            text={t.transactionsEmptyText}
            action={<LinkButton to="/console/billing/add-credits">{t.addCredits}</LinkButton>}
          />
        )
      }
    >
      <TransactionFilterFields kept={kept} />
    </PagedList>
  );
}

/** A card's payment and what it paid for lie side by side, and are one row. */
function mergeSingles(all: readonly Shown[]): readonly Shown[] {
  const rows: Shown[] = [];
  let singles: ShownTransaction[] = [];
  const flush = () => {
    rows.push(...mergeCardMoves(singles).map((row) => ({ ...row, kind: 'single' as const })));
    singles = [];
  };
  for (const row of all) {
    if (row.kind === 'single') singles.push(row);
    else {
      flush();
      rows.push(row);
    }
  }
  flush();
  return rows;
}
