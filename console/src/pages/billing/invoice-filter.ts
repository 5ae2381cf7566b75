import { InvoiceKind } from '@boreal/contract/billing/invoices.ts';
import { askedDays, dayOf, oneOf, wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';

const readFilter = ({ search, kind, from, to }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  kind: oneOf(InvoiceKind.options, kind),
  from: dayOf(from),
  to: dayOf(to),
});

/** Which documents are shown, as the page's address, or a saved filter, has it, and what the server is asked for. */
export function useInvoiceFilter() {
  const kept = useListFilter(readFilter);
  const { search, kind, from, to } = kept.asked;
  const asked = { search, kind, ...askedDays({ from, to }) };
  return { kept, asked, isNarrowed: Object.values(asked).some((value) => value !== undefined) };
}
