import { PaymentStatus } from '@boreal/contract/billing/status.ts';
import { loadPayments } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { Money } from '../../../../parts/money.tsx';
import { oneOf, wordsOf } from '../../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../../parts/list-view/paged-list.tsx';
import { SearchBox } from '../../../../parts/list-view/search-box.tsx';
import { useListFilter } from '../../../../parts/list-view/use-list-filter.ts';
import { useCardName } from '../../../billing/card-name.ts';
import { Choice } from '../../parts/choice.tsx';
import { PaymentLink } from '../../parts/links.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useAccountColumn } from '../../parts/use-account-column.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { PaymentBadge } from './payment-badge.tsx';

const readFilter = ({ search, status }: Readonly<Record<string, unknown>>) => ({
  search: wordsOf(search),
  status: oneOf(PaymentStatus.options, status),
});

/** Card payments. */
export function PaymentsPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const whose = useAccountColumn();
  const cardName = useCardName();
  const kept = useListFilter(readFilter);
  const { asked, filter, setFilter } = kept;
  const payments = usePages({ queryKey: ['operator', 'payments', asked], load: (cursor) => loadPayments({ ...asked, cursor }) });
  const none = asked.search === undefined && asked.status === undefined;
  return (
    <>
      <MoneyHeader part="payments" about={t.paymentsAbout} />
      <PagedList
        list="operator-payments"
        filter={kept}
        query={payments}
        caption={t.payments}
        columns={[
          {
            name: t.when,
            sortBy: ({ createdAt }) => createdAt,
            cell: (payment) => (
              <>
                <PaymentLink {...payment} />
                {/* With a column of its own, the amount would be off a telephone's screen. */}
                <div className="narrow-only">
                  <PaymentBadge status={payment.status} />
                </div>
              </>
            ),
          },
          whose,
          {
            id: 'what',
            name: t.what,
            sortBy: ({ purpose }) => words.purpose[purpose],
            cell: ({ purpose }) => words.purpose[purpose],
            wideOnly: true,
          },
          {
            id: 'status',
            name: words.status,
            sortBy: ({ status: now }) => words.paymentStatus[now],
            cell: ({ status: now }) => <PaymentBadge status={now} />,
            wideOnly: true,
          },
          {
            id: 'card',
            name: t.card,
            sortBy: ({ card }) => cardName(card),
            wideOnly: true,
            cell: ({ card }) => cardName(card),
          },
          {
            id: 'net',
            name: t.net,
            sortBy: ({ amount }) => amount,
            align: 'right',
            wideOnly: true,
            cell: ({ amount }) => <Money cad={amount} />,
          },
          { id: 'total', name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
        ]}
        empty={<EmptyState title={none ? t.noPayments : t.noPaymentsFound} text={none ? t.noPaymentsText : t.noPaymentsFoundText} />}
      >
        <SearchBox label={t.searchPayments} value={filter.search} onChange={(search) => setFilter({ ...filter, search })} />
        <Choice
          label={words.status}
          options={PaymentStatus.options}
          names={words.paymentStatus}
          value={filter.status}
          onChange={(chosen) => setFilter({ ...filter, status: chosen })}
        />
      </PagedList>
    </>
  );
}
