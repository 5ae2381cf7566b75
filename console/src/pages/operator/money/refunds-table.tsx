import type { OperatorRefund } from '@boreal/contract/oversight.ts';
import type { ReactNode } from 'react';
import { DataTable } from '../../../parts/data-table.tsx';
import { useRefundColumns } from './refund-columns.tsx';

/** Refunds that are there whole. */
export function RefundsTable({ caption, refunds, empty }: { caption: string; refunds: readonly OperatorRefund[]; empty: ReactNode }) {
  return <DataTable caption={caption} rows={refunds} rowKey={({ id }) => id} columns={useRefundColumns('payment')} empty={empty} />;
}
