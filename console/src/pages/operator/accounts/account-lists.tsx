import type { AccountTransaction } from '@boreal/contract/billing/billing.ts';
import { loadTransactions } from '../../../api/operator/accounts.ts';
import { loadOrders, loadPayments } from '../../../api/operator/money.ts';
import { loadServers } from '../../../api/operator/servers.ts';
import { usePages } from '../../../api/use-pages.ts';
import { useShellText } from '../../../i18n/use-shell-text.ts';
import { Money } from '../../../parts/money.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { TransactionWords } from '../../billing/transaction-words.tsx';
import { OrderBadge } from '../money/orders/order-badge.tsx';
import { OrderLink, PaymentLink, ServerLink } from '../parts/links.tsx';
import { ListSection } from '../parts/list-section.tsx';
import { useOperatorText } from '../parts/text.ts';
import { usePlanName } from '../parts/use-plan-name.ts';
import { useOperatorAccountsText } from './text.ts';

/** What an account has and what it paid. */
export function AccountLists({ accountId }: { accountId: string }) {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const shell = useShellText();
  const servers = usePages({ queryKey: ['operator', 'servers', { accountId }], load: (cursor) => loadServers({ accountId, cursor }) });
  const planName = usePlanName();
  const orders = usePages({ queryKey: ['operator', 'orders', { accountId }], load: (cursor) => loadOrders({ accountId, cursor }) });
  const payments = usePages({ queryKey: ['operator', 'payments', { accountId }], load: (cursor) => loadPayments({ accountId, cursor }) });
  const transactions = usePages({
    queryKey: ['operator', 'account', accountId, 'transactions'],
    load: (cursor) => loadTransactions(accountId, cursor),
  });
  return (
    <>
      <ListSection
        title={t.servers}
        query={servers}
        columns={[
          { name: words.name, sortBy: ({ name }) => name, wraps: true, cell: ({ id, name }) => <ServerLink id={id} name={name} /> },
          {
            name: words.status,
            sortBy: ({ status }) => shell.status[status],
            cell: ({ status, task }) => <StatusBadge status={status} task={task} />,
          },
          { name: words.plan, sortBy: ({ planId }) => planName(planId), wideOnly: true, cell: ({ planId }) => planName(planId) },
          { name: words.created, sortBy: ({ createdAt }) => createdAt, wideOnly: true, cell: ({ createdAt }) => <Time iso={createdAt} /> },
        ]}
        none={{ title: t.noServers, text: t.noServersText }}
      />
      <ListSection
        title={t.orders}
        query={orders}
        columns={[
          {
            name: words.server,
            sortBy: ({ serverName }) => serverName,
            wraps: true,
            cell: ({ id, serverName }) => <OrderLink id={id} name={serverName} />,
          },
          {
            name: words.status,
            sortBy: ({ status }) => words.orderStatus[status],
            cell: ({ status, canceled }) => <OrderBadge status={status} canceled={canceled} />,
          },
          { name: words.plan, sortBy: ({ planName }) => planName, wideOnly: true, cell: ({ planName }) => planName },
          {
            name: t.paidUntil,
            sortBy: ({ periodEnd }) => periodEnd,
            cell: ({ periodEnd }) => (periodEnd === null ? '–' : <Time iso={periodEnd} />),
          },
        ]}
        none={{ title: t.noOrders, text: t.noOrdersText }}
      />
      <ListSection
        title={t.payments}
        query={payments}
        columns={[
          { name: t.when, sortBy: ({ createdAt }) => createdAt, cell: (payment) => <PaymentLink {...payment} /> },
          {
            name: t.description,
            sortBy: ({ purpose }) => words.purpose[purpose],
            cell: ({ purpose }) => words.purpose[purpose],
            wideOnly: true,
          },
          { name: words.status, sortBy: ({ status }) => words.paymentStatus[status], cell: ({ status }) => words.paymentStatus[status] },
          { name: words.total, sortBy: ({ total }) => total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
        ]}
        none={{ title: t.noPayments, text: t.noPaymentsText }}
      />
      <ListSection
        title={t.transactions}
        query={transactions}
        columns={[
          { name: t.when, sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time iso={createdAt} /> },
          {
            name: t.description,
            sortBy: ({ serverName, type }) => serverName ?? type,
            wraps: true,
            cell: (row) => <WhatMoved row={row} />,
          },
          { name: t.amount, sortBy: ({ amount }) => amount, align: 'right', cell: ({ amount }) => <Money cad={amount} signed /> },
          {
            name: t.after,
            sortBy: ({ balanceAfter }) => balanceAfter,
            align: 'right',
            wideOnly: true,
            cell: ({ balanceAfter }) => <Money cad={balanceAfter} />,
          },
        ]}
        none={{ title: t.noTransactions, text: t.noTransactionsText }}
      />
    </>
  );
}

/** As the customer reads it, and the server that it was for. */
function WhatMoved({ row }: { row: AccountTransaction }) {
  const { serverId, serverName } = row;
  return (
    <>
      <TransactionWords row={row} />
      {serverId !== null && <ServerLink id={serverId} {...(serverName !== null && { name: serverName })} />}
    </>
  );
}
