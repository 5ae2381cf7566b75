import type { DayCharges, TransactionGroup } from '@boreal/contract/transaction-groups.ts';
import { Box, Button, Card, Center, Stack, Text } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { listTransactionGroups } from '../../api/payments.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { ListBar } from '../../parts/list-view/list-bar.tsx';
import type { KeptFilter } from '../../parts/list-view/use-list-filter.ts';
import { Loading } from '../../parts/loading.tsx';
import { Money } from '../../parts/money.tsx';
import { LinkAnchor, LinkButton } from '../../parts/page-links.tsx';
import { Time } from '../../parts/time.tsx';
import { mergeCardMoves, type ShownTransaction } from './card-moves.rules.ts';
import { GroupLines } from './group-lines.tsx';
import { useBillingText } from './text.ts';
import { askedOf, readTransactionFilter, TransactionFilterFields, type TransactionFilter } from './transaction-filter.tsx';
import { SignedAmount, WhatMoved } from './transactions-table.tsx';

/** What moved the credit, the newest day first: the charges by the hour as a row for each server and day, which opens. */
export function TransactionGroups({ kept }: { kept: KeptFilter<TransactionFilter> }) {
  const t = useBillingText();
  const shell = useShellText();
  const accountId = useAccountId();
  const asked = askedOf(kept.asked);
  const query = usePages({
    queryKey: [accountId, 'transaction-groups', asked],
    load: (cursor) => listTransactionGroups(accountId, { ...asked, cursor }),
  });
  const isNarrowed = Object.values(asked).some((value) => value !== undefined);
  const rows = query.data && arrange(query.data.pages.flatMap(({ items }) => items));
  const clear = () => kept.setFilter(readTransactionFilter({}));
  return (
    <Stack>
      <ListBar list="transactions" filter={kept}>
        <TransactionFilterFields kept={kept} />
      </ListBar>
      {rows === undefined ? (
        query.isError ? (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading />
        )
      ) : rows.length > 0 ? (
        <GroupsTable rows={rows} />
      ) : (
        <Card>
          {isNarrowed ? (
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
          )}
        </Card>
      )}
      {query.isError && rows !== undefined && <ErrorNotice error={query.error} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {isNarrowed ? t.searchFurther : shell.loadMore}
          </Button>
        </Center>
      )}
    </Stack>
  );
}

type Shown = DayCharges | (ShownTransaction & { readonly kind: 'single' });

/** A card's payment and what it paid for lie side by side, and are one row. */
function arrange(groups: readonly TransactionGroup[]): readonly Shown[] {
  const rows: Shown[] = [];
  let singles: Extract<TransactionGroup, { kind: 'single' }>[] = [];
  const flush = () => {
    rows.push(...mergeCardMoves(singles).map((row) => ({ ...row, kind: 'single' as const })));
    singles = [];
  };
  for (const group of groups) {
    if (group.kind === 'single') singles.push(group);
    else {
      flush();
      rows.push(group);
    }
  }
  flush();
  return rows;
}

function GroupsTable({ rows }: { rows: readonly Shown[] }) {
  const t = useBillingText();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) => {
    const now = new Set(open);
    if (!now.delete(id)) now.add(id);
    setOpen(now);
  };
  return (
    <Card padding={0}>
      <Box className="scrolls" tabIndex={0} role="region" aria-label={t.transactionsTitle}>
        <table className="table rows">
          <caption className="unseen">{t.transactionsTitle}</caption>
          <thead>
            <tr>
              <th>{t.when}</th>
              <th>{t.what}</th>
              <th className="right">{t.amountColumn}</th>
              <th className="right wide-only">{t.balanceAfter}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) =>
              row.kind === 'charges' ? (
                <Fragment key={row.id}>
                  <ChargesRow group={row} isOpen={open.has(row.id)} onToggle={() => toggle(row.id)} />
                  {open.has(row.id) && <GroupLines group={row} />}
                </Fragment>
              ) : (
                <tr key={row.id}>
                  <td>
                    <Time iso={row.createdAt} />
                  </td>
                  <td className="wraps">
                    <WhatMoved row={row} />
                  </td>
                  <td className="right">
                    <SignedAmount cad={row.amount} byCard={row.byCard !== null} />
                  </td>
                  <td className="right wide-only">
                    <Money cad={row.balanceAfter} />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </Box>
    </Card>
  );
}

function ChargesRow({ group, isOpen, onToggle }: { group: DayCharges; isOpen: boolean; onToggle: () => void }) {
  const t = useBillingText();
  const format = useFormats();
  const { day, serverId, serverName, amount, hours } = group;
  const date = format.date(`${day}T12:00:00`);
  const name = serverName ?? t.types.usage;
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <tr>
      <td>{date}</td>
      <td className="wraps">
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
          aria-label={t.showHours(name, date, t.hourCount(hours))}
          leftSection={<Arrow size={14} aria-hidden />}
          onClick={onToggle}
          ml={-8}
        >
          {t.hourCount(hours)}
        </Button>
      </td>
      <td className="right">
        <SignedAmount cad={amount} byCard={false} />
      </td>
      <td className="right wide-only">–</td>
    </tr>
  );
}
