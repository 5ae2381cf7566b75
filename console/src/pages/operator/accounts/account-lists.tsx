import { loadTransactions } from '../../../api/operator/accounts.ts';
import { loadPayments } from '../../../api/operator/money.ts';
import { loadServers } from '../../../api/operator/servers.ts';
import { usePages } from '../../../api/use-pages.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Money } from '../../../parts/money.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { Time } from '../../../parts/time.tsx';
import { PageLink, paymentPath, ServerLink } from '../parts/links.tsx';
import { Section } from '../parts/section.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorAccountsText } from './text.ts';

/** What an account has and what it paid. */
export function AccountLists({ accountId }: { accountId: string }) {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const servers = usePages({ queryKey: ['operator', 'servers', { accountId }], load: (cursor) => loadServers({ accountId, cursor }) });
  const payments = usePages({ queryKey: ['operator', 'payments', { accountId }], load: (cursor) => loadPayments({ accountId, cursor }) });
  const transactions = usePages({
    queryKey: ['operator', 'account', accountId, 'transactions'],
    load: (cursor) => loadTransactions(accountId, cursor),
  });
  return (
    <>
      <Section title={t.servers}>
        <PagedTable
          query={servers}
          caption={t.servers}
          rowKey={({ id }) => id}
          columns={[
            { name: words.name, cell: ({ id, name }) => <ServerLink id={id} name={name} /> },
            { name: words.status, cell: ({ status, task }) => <StatusBadge status={status} task={task} /> },
            { name: words.plan, wideOnly: true, cell: ({ planId }) => planId },
            { name: words.created, wideOnly: true, cell: ({ createdAt }) => <Time iso={createdAt} /> },
          ]}
          empty={<EmptyState title={t.noServers} text={t.noServersText} />}
        />
      </Section>
      <Section title={t.payments}>
        <PagedTable
          query={payments}
          caption={t.payments}
          rowKey={({ id }) => id}
          columns={[
            {
              name: t.when,
              cell: ({ id, createdAt }) => (
                <PageLink to={paymentPath(id)}>
                  <Time iso={createdAt} />
                </PageLink>
              ),
            },
            { name: t.description, cell: ({ purpose }) => words.purpose[purpose] },
            { name: words.status, cell: ({ status }) => words.paymentStatus[status] },
            { name: words.total, align: 'right', cell: ({ total }) => <Money cad={total} /> },
          ]}
          empty={<EmptyState title={t.noPayments} text={t.noPaymentsText} />}
        />
      </Section>
      <Section title={t.transactions}>
        <PagedTable
          query={transactions}
          caption={t.transactions}
          rowKey={({ id }) => id}
          columns={[
            { name: t.when, cell: ({ createdAt }) => <Time iso={createdAt} /> },
            { name: t.description, cell: ({ description }) => description },
            { name: words.total, align: 'right', cell: ({ amount }) => <Money cad={amount} exact /> },
            { name: t.after, align: 'right', wideOnly: true, cell: ({ balanceAfter }) => <Money cad={balanceAfter} /> },
          ]}
          empty={<EmptyState title={t.noTransactions} text={t.noTransactionsText} />}
        />
      </Section>
    </>
  );
}
