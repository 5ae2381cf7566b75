import { InvoiceKind } from '@boreal/contract/invoices.ts';
import { ActionIcon, NativeSelect, Text, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { invoiceFile, listInvoices } from '../../api/invoices.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { oneOf } from '../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
import { Time } from '../../parts/time.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useBillingText } from './text.ts';

const readFilter = ({ kind }: Readonly<Record<string, unknown>>) => ({ kind: oneOf(InvoiceKind.options, kind) });

/** Every document of the account. */
export function InvoicesPage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const kept = useListFilter(readFilter);
  const { kind } = kept.filter;
  const invoices = usePages({
    queryKey: [accountId, 'invoices', 'list', kind ?? 'all'],
    load: (cursor) => listInvoices(accountId, { cursor, kind }),
  });
  return (
    <BillingFrame title={t.invoicesTitle} about={t.invoicesAbout}>
      <PagedList
        list="invoices"
        filter={kept}
        query={invoices}
        caption={t.invoicesTitle}
        empty={
          kind === undefined ? (
            <EmptyState title={t.invoicesEmptyTitle} text={t.invoicesEmptyText} />
          ) : (
            <EmptyState title={t.invoicesNoneTitle} text={t.invoicesNoneText} />
          )
        }
        columns={[
          {
            name: t.number,
            sortBy: ({ number }) => number,
            cell: (invoice) => (
              <>
                <LinkAnchor
                  to="/console/billing/invoices/$invoiceId"
                  params={{ invoiceId: invoice.id }}
                  underline="always"
                  style={{ whiteSpace: 'nowrap' }}
                >
                  {invoice.number}
                </LinkAnchor>
                <Text size="sm" c="dimmed">
                  {t.kinds[invoice.kind]}
                </Text>
              </>
            ),
          },
          {
            id: 'issued',
            name: t.issued,
            sortBy: ({ issuedAt }) => issuedAt,
            wideOnly: true,
            cell: ({ issuedAt }) => <Time iso={issuedAt} />,
          },
          { id: 'total', name: t.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
          {
            name: t.pdf,
            align: 'right',
            cell: ({ id, number }) => (
              <Tooltip label={t.download}>
                <ActionIcon
                  component="a"
                  href={invoiceFile(accountId, id, language)}
                  download
                  variant="subtle"
                  size="lg"
                  aria-label={`${t.download}: ${number}`}
                >
                  <Download size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            ),
          },
        ]}
      >
        <NativeSelect
          label={t.kind}
          value={kind ?? ''}
          onChange={(event) => kept.setFilter({ kind: oneOf(InvoiceKind.options, event.currentTarget.value) })}
          data={[{ value: '', label: t.allKinds }, ...InvoiceKind.options.map((one) => ({ value: one, label: t.kinds[one] }))]}
        />
      </PagedList>
    </BillingFrame>
  );
}
