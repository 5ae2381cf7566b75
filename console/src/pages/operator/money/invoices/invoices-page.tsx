import { InvoiceKind } from '@boreal/contract/invoices.ts';
import { loadInvoices } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { oneOf } from '../../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../../parts/list-view/use-list-filter.ts';
import { Time } from '../../../../parts/time.tsx';
import { Choice } from '../../parts/choice.tsx';
import { AccountLink, InvoiceLink } from '../../parts/links.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';

const readFilter = ({ kind }: Readonly<Record<string, unknown>>) => ({ kind: oneOf(InvoiceKind.options, kind) });

/** Documents as they were issued. */
export function InvoicesPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const kept = useListFilter(readFilter);
  const { kind } = kept.filter;
  const invoices = usePages({ queryKey: ['operator', 'invoices', { kind }], load: (cursor) => loadInvoices({ kind, cursor }) });
  return (
    <>
      <MoneyHeader part="invoices" about={t.invoicesAbout} />
      <PagedList
        list="operator-invoices"
        filter={kept}
        query={invoices}
        caption={t.invoices}
        columns={[
          { name: t.number, sortBy: ({ number }) => number, cell: ({ id, number }) => <InvoiceLink id={id} name={number} /> },
          {
            id: 'account',
            name: words.account,
            sortBy: ({ accountName }) => accountName,
            wraps: true,
            cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
          },
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
        empty={<EmptyState title={t.noInvoices} text={t.noInvoicesText} />}
      >
        <Choice
          label={t.kind}
          options={InvoiceKind.options}
          names={words.invoiceKind}
          value={kind}
          onChange={(chosen) => kept.setFilter({ kind: chosen })}
        />
      </PagedList>
    </>
  );
}
