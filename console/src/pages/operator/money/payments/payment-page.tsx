import { refundPayment } from '@boreal/contract/endpoints/operator/payments.ts';
import type { OperatorPaymentDetail, OperatorRefund } from '@boreal/contract/operator/oversight.ts';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { paymentQuery } from '../../../../api/operator/money.ts';
import { useFormats } from '../../../../format/use-formats.ts';
import { useLanguage } from '../../../../i18n/language.tsx';
import { CopyText } from '../../../../parts/copy-text.tsx';
import { lazyPart } from '../../../../parts/lazy-part.tsx';
import { ListTable } from '../../../../parts/list-table.tsx';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { PageHeader } from '../../../../parts/page-header.tsx';
import { QueriedPage } from '../../../../parts/queried-page.tsx';
import { Time } from '../../../../parts/time.tsx';
import { useCardName } from '../../../billing/card-name.ts';
import { Facts } from '../../parts/facts.tsx';
import { AccountLink, InvoiceLink, OrderLink } from '../../parts/links.tsx';
import { RoleButton } from '../../parts/role-button.tsx';
import { Section } from '../../parts/section.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useRefundColumns } from '../refunds/refund-columns.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { PaymentBadge } from './payment-badge.tsx';

/** Loaded when it is opened: most look. */
const RefundDialog = lazyPart('refund-payment', async () => (await import('../refunds/refund-dialog.tsx')).RefundDialog, 0);

/** One payment: its outcome, and its refunds. */
export function PaymentPage() {
  const { paymentId } = useParams({ from: '/operator/money/payments/$paymentId' });
  const payment = useQuery(paymentQuery(paymentId));
  return <QueriedPage query={payment}>{(found) => <PaymentDetail payment={found} />}</QueriedPage>;
}

function PaymentDetail({ payment }: { payment: OperatorPaymentDetail }) {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const format = useFormats();
  const { language } = useLanguage();
  const cardName = useCardName();
  const [refunding, setRefunding] = useState(false);
  return (
    <>
      <PageHeader
        title={t.paymentOf(format.money(payment.total))}
        about={<CopyText text={payment.id} name={t.payment} />}
        actions={
          <RoleButton calls={refundPayment} reason={payment.refundable > 0 ? null : t.nothingRefundable} onClick={() => setRefunding(true)}>
            {t.refund}
          </RoleButton>
        }
      />
      {payment.declineReason !== null && (
        <Alert mb="md" color="red" variant="light" title={t.declined}>
          {t.declineReason[payment.declineReason]}
        </Alert>
      )}
      <Facts
        facts={[
          [words.status, <PaymentBadge key="status" status={payment.status} />],
          [words.account, <AccountLink key="account" id={payment.accountId} name={payment.accountName} />],
          [t.what, words.purpose[payment.purpose]],
          [t.card, cardName(payment.card)],
          [t.net, format.money(payment.amount)],
          ...payment.taxes.map(({ label, amount }) => [label[language], format.money(amount)] as const),
          [words.total, format.money(payment.total)],
          [t.refundable, format.money(payment.refundable)],
          [t.provider, payment.ref === null ? payment.provider : `${payment.provider} ${payment.ref}`],
          [t.order, payment.orderId === null ? '–' : <OrderLink key="order" id={payment.orderId} />],
          [t.document, payment.invoiceId === null ? '–' : <InvoiceLink key="document" id={payment.invoiceId} name={t.openDocument} />],
          [words.created, <Time key="created" iso={payment.createdAt} />],
          [t.settled, payment.settledAt === null ? '–' : <Time key="settled" iso={payment.settledAt} />],
        ]}
      />
      <Section title={t.refundsOfPayment}>
        <RefundsTable
          caption={t.refundsOfPayment}
          refunds={payment.refunds}
          empty={<EmptyState title={t.noRefundsOfPayment} text={t.noRefundsOfPaymentText} />}
        />
      </Section>
      {refunding && <RefundDialog payment={payment} onClose={() => setRefunding(false)} />}
    </>
  );
}

/** Refunds that are there whole. */
function RefundsTable({ caption, refunds, empty }: { caption: string; refunds: readonly OperatorRefund[]; empty: ReactNode }) {
  return <ListTable caption={caption} rows={refunds} rowKey={({ id }) => id} columns={useRefundColumns('payment')} empty={empty} />;
}
