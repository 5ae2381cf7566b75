import { RefundStatus } from '@boreal/contract/operator/oversight.ts';
import { loadRefunds } from '../../../../api/operator/money.ts';
import { usePages } from '../../../../api/use-pages.ts';
import { EmptyState } from '../../../../parts/empty-state.tsx';
import { oneOf } from '../../../../parts/list-view/list-filter.rules.ts';
import { PagedList } from '../../../../parts/list-view/paged-list.tsx';
import { useListFilter } from '../../../../parts/list-view/use-list-filter.ts';
import { Choice } from '../../parts/choice.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { MoneyHeader } from '../money-header.tsx';
import { useOperatorMoneyText } from '../text.ts';
import { useRefundColumns } from './refund-columns.tsx';

const readFilter = ({ status }: Readonly<Record<string, unknown>>) => ({ status: oneOf(RefundStatus.options, status) });

/** Money on its way back to cards. */
export function RefundsPage() {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const kept = useListFilter(readFilter);
  const { status } = kept.filter;
  const refunds = usePages({ queryKey: ['operator', 'refunds', { status }], load: (cursor) => loadRefunds({ status, cursor }) });
  return (
    <>
      <MoneyHeader part="refunds" about={t.refundsAbout} />
      <PagedList
        list="operator-refunds"
        filter={kept}
        query={refunds}
        caption={t.refunds}
        columns={useRefundColumns('all')}
        empty={
          status === undefined ? (
            <EmptyState title={t.noRefunds} text={t.noRefundsText} />
          ) : (
            <EmptyState title={t.noRefundsFound} text={t.noRefundsFoundText} />
          )
        }
      >
        <Choice
          label={words.status}
          options={RefundStatus.options}
          names={words.refundStatus}
          value={status}
          onChange={(chosen) => kept.setFilter({ status: chosen })}
        />
      </PagedList>
    </>
  );
}
