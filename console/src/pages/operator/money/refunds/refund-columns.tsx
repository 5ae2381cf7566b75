import type { OperatorRefund } from '@boreal/contract/operator/oversight.ts';
import { refundReasonIn } from '@boreal/contract/billing/refund-reasons.ts';
import { Badge } from '@mantine/core';
import { useLanguage } from '../../../../i18n/language.tsx';
import type { Column } from '../../../../parts/data-table.tsx';
import { Money } from '../../../../parts/money.tsx';
import { LinkAnchor } from '../../../../parts/page-links.tsx';
import { Time } from '../../../../parts/time.tsx';
import { InvoiceLink } from '../../parts/links.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useAccountColumn } from '../../parts/use-account-column.tsx';
import { useOperatorMoneyText } from '../text.ts';

const colors = { pending: 'blue', succeeded: 'boreal', failed: 'red' } as const;

/** The columns of lists of refunds; those of one payment need no account. */
export function useRefundColumns(of: 'all' | 'payment'): Column<OperatorRefund>[] {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const { language } = useLanguage();
  const whose: Column<OperatorRefund>[] = [
    useAccountColumn(),
    {
      id: 'payment',
      name: t.payment,
      sortBy: ({ paymentId }) => paymentId,
      wideOnly: true,
      cell: ({ paymentId }) => (
        <LinkAnchor inherit to="/operator/money/payments/$paymentId" params={{ paymentId }}>
          {t.payment}
        </LinkAnchor>
      ),
    },
  ];
  return [
    { name: t.when, sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time iso={createdAt} /> },
    ...(of === 'all' ? whose : []),
    { id: 'kind', name: t.sort, sortBy: ({ kind }) => words.refundKind[kind], cell: ({ kind }) => words.refundKind[kind] },
    {
      id: 'status',
      name: words.status,
      sortBy: ({ status }) => words.refundStatus[status],
      cell: ({ status }) => <Badge color={colors[status]}>{words.refundStatus[status]}</Badge>,
    },
    {
      id: 'reason',
      name: words.reason,
      sortBy: ({ reason }) => refundReasonIn(reason, language),
      cell: ({ reason }) => refundReasonIn(reason, language),
    },
    { id: 'total', name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
    {
      id: 'lost',
      name: t.lost,
      sortBy: ({ loss }) => loss,
      align: 'right',
      wideOnly: true,
      cell: ({ loss }) => (loss === 0 ? '–' : <Money cad={loss} />),
    },
    {
      id: 'note',
      name: t.creditNote,
      sortBy: ({ invoiceId }) => invoiceId,
      wideOnly: true,
      cell: ({ invoiceId }) => (invoiceId === null ? '–' : <InvoiceLink id={invoiceId} name={t.creditNote} />),
    },
  ];
}
