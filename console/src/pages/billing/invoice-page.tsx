import type { Invoice } from '@boreal/contract/billing/invoices.ts';
import { Language } from '@boreal/contract/words/language.ts';
import { refundReasonIn } from '@boreal/contract/billing/refund-reasons.ts';
import { Button, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { invoiceFile, invoiceQuery } from '../../api/invoices.ts';
import { useAccountId } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { FactTable } from '../../parts/fact-table.tsx';
import { Money } from '../../parts/money.tsx';
import { Queried } from '../../parts/queried.tsx';
import { Time } from '../../parts/time.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { useCardName } from './card-name.ts';
import { useBillingText } from './text.ts';

/** A document as it was issued, and its PDF in either language. */
export function InvoicePage() {
  const t = useBillingText();
  const accountId = useAccountId();
  const { invoiceId } = useParams({ from: '/console/billing/invoices/$invoiceId' });
  const invoice = useQuery(invoiceQuery(accountId, invoiceId));
  const title = invoice.data ? `${t.kinds[invoice.data.kind]} ${invoice.data.number}` : invoice.isError ? t.invoicesTitle : null;
  return (
    <BillingFrame
      title={title}
      actions={
        invoice.data &&
        Language.options.map((language) => (
          <Button
            key={language}
            component="a"
            href={invoiceFile(accountId, invoiceId, language)}
            download
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
          >
            {t.downloadIn[language]}
          </Button>
        ))
      }
    >
      <Queried query={invoice}>{(told) => <Document invoice={told} />}</Queried>
    </BillingFrame>
  );
}

function Document({ invoice }: { invoice: Invoice }) {
  const t = useBillingText();
  const format = useFormats();
  const { seller, buyer, payment, period, about, balances } = invoice.content;
  const nameOf = useCardName();
  const { language } = useLanguage();
  const addressOf = useAddressLines();
  const registrations = seller.registrations.map(({ label, number }) => `${label[language]} ${number}`);
  const taxIds = buyer.taxIds.map(({ kind, number }) => `${taxNames.get(kind)?.[language] ?? ''} ${number}`.trim());
  const facts = [
    { name: t.issued, value: <Time iso={invoice.issuedAt} /> },
    period !== null && {
      name: t.period,
      value: t.termOf(format.fullEasternDate(period.start), format.fullEasternDate(lastMoment(period.end))),
    },
    payment !== null && { name: t.paidByCard, value: t.paidWith(nameOf(payment), format.dateTime(payment.paidAt)) },
    about !== null && { name: t.about, value: `${about.number} – ${refundReasonIn(about.reason, language)}` },
    balances !== null && { name: t.opening, value: <ExactMoney cad={balances.opening} /> },
    balances !== null && { name: t.closing, value: <ExactMoney cad={balances.closing} /> },
  ];
  return (
    <Card maw={820}>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Party title={t.seller} lines={[seller.name, ...addressOf(seller.address), ...registrations]} />
          <Party title={t.buyer} lines={[buyer.company, buyer.name, ...addressOf(buyer.address), ...taxIds]} />
        </SimpleGrid>
        <FactTable facts={facts.filter((fact) => fact !== false)} />
        <Lines invoice={invoice} />
      </Stack>
    </Card>
  );
}

function Party({ title, lines }: { title: string; lines: readonly (string | null)[] }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      {lines
        .filter((line) => line !== null)
        .map((line) => (
          <Text key={line}>{line}</Text>
        ))}
    </div>
  );
}

function Lines({ invoice: { kind, content, net, total } }: { invoice: Invoice }) {
  const t = useBillingText();
  const format = useFormats();
  const { language } = useLanguage();
  return (
    <table className="table figures">
      <thead>
        <tr>
          <th>{t.description}</th>
          <th className="right">{t.amountColumn}</th>
        </tr>
      </thead>
      <tbody>
        {content.lines.map(({ description, amount }) => (
          <tr key={`${description.en} ${amount}`}>
            <td className="wraps">{description[language]}</td>
            <td className="right">
              <Money cad={amount} />
            </td>
          </tr>
        ))}
        {content.taxes.length > 0 && <Sum name={t.net} value={format.money(net)} />}
        {content.taxes.map(({ label, registration, amount }) => (
          <Sum
            key={label.en}
            name={registration === null ? label[language] : `${label[language]} (${registration})`}
            value={format.money(amount)}
          />
        ))}
      </tbody>
      <tfoot>
        <Sum name={kind === 'statement' ? t.usedInMonth : t.total} value={format.money(total)} strong />
      </tfoot>
    </table>
  );
}

function Sum({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <tr>
      <th scope="row" className={strong ? 'strong' : undefined}>
        {name}
      </th>
      <td className={strong ? 'right strong' : 'right'}>{value}</td>
    </tr>
  );
}

interface Place {
  readonly line1: string | null;
  readonly line2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly postalCode: string | null;
  readonly country: string;
}

/** An address as on an envelope. */
function useAddressLines(): (place: Place) => (string | null)[] {
  const countries = new Intl.DisplayNames(useLanguage().language, { type: 'region' });
  return ({ line1, line2, city, province, postalCode, country }) => {
    const town = [city, province === null ? null : `(${province})`, postalCode].filter((part) => part !== null).join(' ');
    return [line1, line2, town === '' ? null : town, countries.of(country) ?? country];
  };
}

/** A period ends with the first moment after it. */
function lastMoment(end: string): string {
  return new Date(new Date(end).getTime() - 1).toISOString();
}

/** The names of a customer's tax registrations. */
const taxNames: ReadonlyMap<string, { readonly en: string; readonly fr: string }> = new Map([
  ['gst_hst', { en: 'GST/HST', fr: 'TPS/TVH' }],
  ['qst', { en: 'QST', fr: 'TVQ' }],
  ['pst', { en: 'PST', fr: 'TVP' }],
  ['vat', { en: 'VAT', fr: 'TVA' }],
]);
