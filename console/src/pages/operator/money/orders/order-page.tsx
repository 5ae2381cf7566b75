import type { OperatorOrder } from '@boreal/contract/operator/oversight.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { loadPayments, orderQuery } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { useFormats } from '../../../../format/use-formats.ts';
import { CopyText } from '../../../../parts/copy-text.tsx';
import { Money } from '../../../../parts/money.tsx';
import { PageHeader } from '../../../../parts/page-header.tsx';
import { QueriedPage } from '../../../../parts/queried-page.tsx';
import { Time } from '../../../../parts/time.tsx';
import { useCardName } from '../../../billing/card-name.ts';
import { Facts } from '../../parts/facts.tsx';
import { AccountLink, InvoiceLink, PaymentLink, PlanLink, ServerLink } from '../../parts/links.tsx';
import { ListSection } from '../../parts/list-section.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { PaymentBadge } from '../payments/payment-badge.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { OrderBadge } from './order-badge.tsx';

/** A prepaid server: the state of its term, and every charge for it with its document. */
export function OrderPage() {
  const { orderId } = useParams({ from: '/operator/money/orders/$orderId' });
  const order = useQuery(orderQuery(orderId));
  return <QueriedPage query={order}>{(found) => <OrderDetail order={found} />}</QueriedPage>;
}

function OrderDetail({ order }: { order: OperatorOrder }) {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const format = useFormats();
  const { id, accountId, accountName, serverId, serverName, productId, planName, periodStart, periodEnd, monthlyPrice } = order;
  const renewal = order.canceled ? t.renewsNever : order.autoRenew ? t.renewsItself : t.renewsByHand;
  return (
    <>
      <PageHeader title={t.orderOf(serverName)} about={<CopyText text={id} name={t.order} />} />
      <Facts
        facts={[
          [words.status, <OrderBadge key="status" status={order.status} canceled={order.canceled} />],
          [words.account, <AccountLink key="account" id={accountId} name={accountName} />],
          [words.server, <ServerLink key="server" id={serverId} name={serverName} />],
          [words.plan, <PlanLink key="plan" id={productId} name={planName} />],
          [t.term, words.cycle[order.cycle]],
          [t.monthlyPrice, monthlyPrice === null ? '–' : format.money(monthlyPrice)],
          [t.termNumber, format.number(order.term)],
          [t.paidFrom, periodStart === null ? '–' : <Time key="from" iso={periodStart} />],
          [t.paidUntil, periodEnd === null ? '–' : <Time key="until" iso={periodEnd} />],
          [t.renewal, renewal],
          [words.created, <Time key="created" iso={order.createdAt} />],
        ]}
      />
      <Charges orderId={id} accountId={accountId} />
    </>
  );
}

/** What cards were charged for it, newest first. */
function Charges({ orderId, accountId }: { orderId: string; accountId: string }) {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const cardName = useCardName();
  const asked = { orderId, accountId };
  const charges = usePages({ queryKey: ['operator', 'payments', asked], load: (cursor) => loadPayments({ ...asked, cursor }) });
  return (
    <ListSection
      title={t.charges}
      query={charges}
      columns={[
        { name: t.when, sortBy: ({ createdAt }) => createdAt, cell: (payment) => <PaymentLink {...payment} /> },
        { name: t.what, sortBy: ({ purpose }) => words.purpose[purpose], wideOnly: true, cell: ({ purpose }) => words.purpose[purpose] },
        { name: words.status, sortBy: ({ status }) => words.paymentStatus[status], cell: ({ status }) => <PaymentBadge status={status} /> },
        {
          name: t.card,
          sortBy: ({ card }) => cardName(card),
          wideOnly: true,
          cell: ({ card }) => cardName(card),
        },
        { name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
        {
          name: t.document,
          sortBy: ({ invoiceId }) => invoiceId,
          wideOnly: true,
          cell: ({ invoiceId }) => (invoiceId === null ? '–' : <InvoiceLink id={invoiceId} name={t.openDocument} />),
        },
      ]}
      none={{ title: t.noCharges, text: t.noChargesText }}
    />
  );
}
