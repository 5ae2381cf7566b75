import { InvoiceKind } from '@boreal/contract/billing/invoices.ts';
import { loadInvoices } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { DayFields } from '../../../../parts/list-view/day-fields.tsx';
import { PagedList } from '../../../../parts/list-view/paged-list.tsx';
import { useListsText } from '../../../../parts/list-view/use-lists-text.ts';
import { Time } from '../../../../parts/time.tsx';
import { useInvoiceFilter } from '../../../billing/invoice-filter.ts';
import { Choice } from '../../parts/choice.tsx';
import { InvoiceLink } from '../../parts/links.tsx';
import { SearchBox } from '../../../../parts/list-view/search-box.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useAccountColumn } from '../../parts/use-account-column.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';

/** Documents as they were issued. */
export function InvoicesPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const whose = useAccountColumn();
  const lists = useListsText();
  const { kept, asked, isNarrowed } = useInvoiceFilter();
  const { filter, setFilter } = kept;
  const invoices = usePages({ queryKey: ['operator', 'invoices', asked], load: (cursor) => loadInvoices({ ...asked, cursor }) });
  return (
    <>
      <MoneyHeader part="invoices" about={`${t.invoicesAbout} ${lists.days}`} />
      <PagedList
        list="operator-invoices"
        filter={kept}
        query={invoices}
        caption={t.invoices}
        columns={[
          { name: t.number, sortBy: ({ number }) => number, cell: ({ id, number }) => <InvoiceLink id={id} name={number} /> },
          whose,
          { id: 'kind', name: t.kind, sortBy: ({ kind: one }) => words.invoiceKind[one], cell: ({ kind: one }) => words.invoiceKind[one] },
          {
            id: 'issued',
            name: t.issued,
            sortBy: ({ issuedAt }) => issuedAt,
            wideOnly: true,
            cell: ({ issuedAt }) => <Time iso={issuedAt} />,
          },
          { id: 'net', name: t.net, sortBy: ({ net }) => net, align: 'right', wideOnly: true, cell: ({ net }) => <Money cad={net} /> },
          { id: 'tax', name: t.tax, sortBy: ({ tax }) => tax, align: 'right', wideOnly: true, cell: ({ tax }) => <Money cad={tax} /> },
          { id: 'total', name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
        ]}
        empty={
          isNarrowed ? (
            <EmptyState title={t.noInvoicesFound} text={t.noInvoicesFoundText} />
          ) : (
            <EmptyState title={t.noInvoices} text={t.noInvoicesText} />
          )
        }
      >
        <SearchBox label={t.searchInvoices} value={filter.search} onChange={(typed) => setFilter({ ...filter, search: typed })} />
        <Choice
          label={t.kind}
          options={InvoiceKind.options}
          names={words.invoiceKind}
          value={filter.kind}
          onChange={(chosen) => setFilter({ ...filter, kind: chosen })}
        />
        <DayFields kept={kept} />
      </PagedList>
    </>
  );
}
