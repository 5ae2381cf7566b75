import { TransactionKind } from '@boreal/contract/billing/billing.ts';
import { NativeSelect } from '@mantine/core';
import { DayFields } from '../../parts/list-view/day-fields.tsx';
import { askedDays, dayOf, oneOf, wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { SearchBox } from '../../parts/list-view/search-box.tsx';
import type { KeptFilter } from '../../parts/list-view/use-list-filter.ts';
import { useBillingText } from './text.ts';

export type TransactionFilter = ReturnType<typeof readTransactionFilter>;

/** Which transactions are shown, as the page's address, or a saved filter, has it. */
export const readTransactionFilter = ({ search, type, from, to }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  type: oneOf(TransactionKind.options, type),
  from: dayOf(from),
  to: dayOf(to),
});

/** What the server is asked for. */
export const askedOf = ({ search, type, from, to }: KeptFilter<TransactionFilter>['asked']) => ({
  search,
  type,
  ...askedDays({ from, to }),
});

/** By words, type and days. */
export function TransactionFilterFields({ kept }: { kept: KeptFilter<TransactionFilter> }) {
  const t = useBillingText();
  const { filter, setFilter } = kept;
  return (
    <>
      <SearchBox
        label={t.searchTransactions}
        hint={t.searchTransactionsHint}
        value={filter.search}
        onChange={(search) => setFilter({ ...filter, search })}
      />
      <NativeSelect
        label={t.type}
        value={filter.type ?? ''}
        onChange={(event) => setFilter({ ...filter, type: oneOf(TransactionKind.options, event.currentTarget.value) })}
        data={[{ value: '', label: t.allTypes }, ...TransactionKind.options.map((one) => ({ value: one, label: t.types[one] }))]}
      />
      <DayFields kept={kept} />
    </>
  );
}
