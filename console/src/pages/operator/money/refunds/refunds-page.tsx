import { loadRefunds } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { PagedList } from '../../../../parts/list-view/paged-list.tsx';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { useRefundColumns } from './refund-columns.tsx';

/** Money on its way back to cards. */
export function RefundsPage() {
  const t = useOperatorMoneyText();
  const refunds = usePages({ queryKey: ['operator', 'refunds'], load: (cursor) => loadRefunds({ cursor }) });
  return (
    <>
      <MoneyHeader part="refunds" about={t.refundsAbout} />
      <PagedList
        list="operator-refunds"
        query={refunds}
        caption={t.refunds}
        columns={useRefundColumns('all')}
        empty={<EmptyState title={t.noRefunds} text={t.noRefundsText} />}
      />
    </>
  );
}
