import { InvoiceKind } from '@boreal/contract/billing/invoices.ts';
import { ActionIcon, NativeSelect, Text, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { invoiceFile, listInvoices } from '../../api/invoices.ts';
import { usePages } from '../../api/use-pages.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Money } from '../../parts/money.tsx';
import { LinkAnchor } from '../../parts/page-links.tsx';
import { DayFields } from '../../parts/list-view/day-fields.tsx';
import { isWrongOrder, oneOf } from '../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../parts/list-view/paged-list.tsx';
import { SearchBox } from '../../parts/list-view/search-box.tsx';
import { useListsText } from '../../parts/list-view/use-lists-text.ts';
import { Time } from '../../parts/time.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { DownloadInvoices } from './download-invoices.tsx';
import { useInvoiceFilter } from './invoice-filter.ts';
import { useBillingText } from './text.ts';

/** Every document of the account. */
export function InvoicesPage() {
  const t = useBillingText();
  const lists = useListsText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const { kept, asked, isNarrowed } = useInvoiceFilter();
  const { filter, setFilter } = kept;
  const invoices = usePages({
    queryKey: [accountId, 'invoices', 'list', asked],
    load: (cursor) => listInvoices(accountId, { cursor, ...asked }),
  });
  return (
    <BillingFrame
      title={t.invoicesTitle}
      about={
        <>
          {t.invoicesAbout}
          <br />
          {lists.days}
        </>
      }
      actions={<DownloadInvoices filter={asked} none={isWrongOrder(filter) || invoices.data?.pages[0]?.items.length === 0} />}
    >
      <PagedList
        list="invoices"
        filter={kept}
        query={invoices}
        caption={t.invoicesTitle}
        empty={
          isNarrowed ? (
            <EmptyState title={t.invoicesNoneTitle} text={t.invoicesNoneText} />
          ) : (
            <EmptyState title={t.invoicesEmptyTitle} text={t.invoicesEmptyText} />
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
        <SearchBox label={t.searchInvoices} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <NativeSelect
          label={t.kind}
          value={filter.kind ?? ''}
          onChange={(event) => setFilter({ ...filter, kind: oneOf(InvoiceKind.options, event.currentTarget.value) })}
          data={[{ value: '', label: t.allKinds }, ...InvoiceKind.options.map((one) => ({ value: one, label: t.kinds[one] }))]}
        />
        <DayFields kept={kept} />
      </PagedList>
    </BillingFrame>
  );
}
