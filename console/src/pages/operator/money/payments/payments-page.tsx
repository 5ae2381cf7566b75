import { PaymentStatus } from '@boreal/contract/billing-status.ts';
import { Group } from '@mantine/core';
import { useState } from 'react';
import { loadPayments } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { PagedTable } from '../../../../parts/paged-table.tsx';
import { Choice } from '../../parts/choice.tsx';
import { AccountLink, PaymentLink } from '../../parts/links.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { PaymentBadge } from './payment-badge.tsx';

/** Card payments. */
export function PaymentsPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const [status, setStatus] = useState<PaymentStatus>();
  const payments = usePages({ queryKey: ['operator', 'payments', { status }], load: (cursor) => loadPayments({ status, cursor }) });
  return (
    <>
      <MoneyHeader part="payments" about={t.paymentsAbout} />
      <Group mb="md">
        <Choice label={words.status} options={PaymentStatus.options} names={words.paymentStatus} value={status} onChange={setStatus} />
      </Group>
      <PagedTable
        query={payments}
        caption={t.payments}
        columns={[
          { name: t.when, sortBy: ({ createdAt }) => createdAt, cell: (payment) => <PaymentLink {...payment} /> },
          {
            name: words.account,
            sortBy: ({ accountName }) => accountName,
            wraps: true,
            cell: ({ accountId, accountName }) => <AccountLink id={accountId} name={accountName} />,
          },
          { name: t.what, sortBy: ({ purpose }) => words.purpose[purpose], cell: ({ purpose }) => words.purpose[purpose] },
          {
            name: words.status,
            sortBy: ({ status: now }) => words.paymentStatus[now],
            cell: ({ status: now }) => <PaymentBadge status={now} />,
          },
          { name: t.card, wideOnly: true, cell: ({ card }) => `${card.brand} ${card.last4}` },
          { name: t.net, sortBy: ({ amount }) => amount, align: 'right', wideOnly: true, cell: ({ amount }) => <Money cad={amount} /> },
          { name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
        ]}
        empty={<EmptyState title={t.noPayments} text={t.noPaymentsText} />}
      />
    </>
  );
}
