import { refundReasonIn } from '@boreal/contract/billing/refund-reasons.ts';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { FileDown } from 'lucide-react';
import { invoicePdfAddress, invoiceQuery } from '../../../../api/operator/money.ts';
import { useFormats } from '../../../../format/use-formats.ts';
import { useLanguage } from '../../../../i18n/language.tsx';
import { DataTable } from '../../../../parts/data-table.tsx';
import { Money } from '../../../../parts/money.tsx';
import { PageHeader } from '../../../../parts/page-header.tsx';
import { QueriedPage } from '../../../../parts/queried-page.tsx';
import { Time } from '../../../../parts/time.tsx';
import { Facts } from '../../parts/facts.tsx';
import { AccountLink } from '../../parts/links.tsx';
import { Section } from '../../parts/section.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useOperatorMoneyText } from '../text.ts';

/** One document as it was issued. */
export function InvoicePage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const format = useFormats();
  const { language } = useLanguage();
  const { invoiceId } = useParams({ from: '/operator/money/invoices/$invoiceId' });
  const invoice = useQuery(invoiceQuery(invoiceId));
  return (
    <QueriedPage query={invoice}>
      {({ id, number, kind, net, tax, total, issuedAt, accountId, accountName, content }) => (
        <>
          <PageHeader
            title={`${words.invoiceKind[kind]} ${number}`}
            about={content.about === null ? undefined : t.about(content.about.number, refundReasonIn(content.about.reason, language))}
            actions={(['en', 'fr'] as const).map((one) => (
              <Button
                key={one}
                component="a"
                href={invoicePdfAddress(id, one)}
                download
                variant="default"
                leftSection={<FileDown size={16} aria-hidden />}
              >
                {t.pdf[one]}
              </Button>
            ))}
          />
          <Facts
            facts={[
              [words.account, <AccountLink key="account" id={accountId} name={accountName} />],
              [t.seller, content.seller.name],
              [t.buyer, content.buyer.company ?? content.buyer.name],
              [t.issued, <Time key="issued" iso={issuedAt} />],
              [t.net, format.money(net)],
              ...content.taxes.map(({ label, amount }) => [label[language], format.money(amount)] as const),
              [t.tax, format.money(tax)],
              [words.total, format.money(total)],
            ]}
          />
          <Section title={t.lines}>
            <DataTable
              caption={t.lines}
              rows={content.lines.map((line, n) => ({ ...line, n }))}
              rowKey={({ n }) => String(n)}
              columns={[
                { name: t.description, wraps: true, cell: ({ description }) => description[language] },
                { name: t.sum, align: 'right', cell: ({ amount }) => <Money cad={amount} /> },
              ]}
              empty={<Text p="md">–</Text>}
            />
          </Section>
        </>
      )}
    </QueriedPage>
  );
}
