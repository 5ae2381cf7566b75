import { InvoiceKind } from '@boreal/contract/invoices.ts';
import { Group } from '@mantine/core';
import { useState } from 'react';
import { loadInvoices } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { PagedTable } from '../../../../parts/paged-table.tsx';
import { Time } from '../../../../parts/time.tsx';
import { Choice } from '../../parts/choice.tsx';
import { AccountLink, InvoiceLink } from '../../parts/links.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';

/** Documents as they were issued. */
export function InvoicesPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const [kind, setKind] = useState<InvoiceKind>();
  const invoices = usePages({ queryKey: ['operator', 'invoices', { kind }], load: (cursor) => loadInvoices({ kind, cursor }) });
  return (
    <>
      <MoneyHeader part="invoices" about={t.invoicesAbout} />
      <Group mb="md">
        <Choice label={t.kind} options={InvoiceKind.options} names={words.invoiceKind} value={kind} onChange={setKind} />
      </Group>
      <PagedTable
        query={invoices}
        caption={t.invoices}
        columns={[
          { name: t.number, cell: ({ id, number }) => <InvoiceLink id={id} name={number} /> },
          { name: words.account, wraps: true, cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} /> },
          { name: t.kind, cell: ({ kind: one }) => words.invoiceKind[one] },
          { name: t.issued, wideOnly: true, cell: ({ issuedAt }) => <Time iso={issuedAt} /> },
          { name: t.net, align: 'right', wideOnly: true, cell: ({ net }) => <Money cad={net} /> },
          { name: t.tax, align: 'right', wideOnly: true, cell: ({ tax }) => <Money cad={tax} /> },
          { name: words.total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
        ]}
        empty={<EmptyState title={t.noInvoices} text={t.noInvoicesText} />}
      />
    </>
  );
}
