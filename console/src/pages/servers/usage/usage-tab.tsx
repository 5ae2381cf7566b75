import { setServerBudget } from '@boreal/contract/endpoints/console/servers.ts';
import type { ServerBudget, ServerUsage } from '@boreal/contract/billing/billing.ts';
import { SetServerBudgetRequest } from '@boreal/contract/billing/budgets.ts';
import { Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { listUsage, serverBudgetQuery, serverKey, type ServerRef, inServer } from '../../../api/servers.ts';
import { usageFiles } from '../../../api/usage-files.ts';
import { useMayDo } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useLanguage } from '../../../i18n/language.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { FileButtons } from '../../../parts/list-view/file-buttons.tsx';
import { Meter } from '../../../parts/meter.tsx';
import { Money } from '../../../parts/money.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { LinkAnchor } from '../../../parts/page-links.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../../parts/request-form.tsx';
import { Time } from '../../../parts/time.tsx';
import { amountOf, type Typed } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useUsageText } from './text.ts';

/** What a server may cost in a month, and what it has cost hour by hour. */
export function UsageTab({ refTo, deleted }: { refTo: ServerRef; deleted: boolean }) {
  return (
    <Stack gap="lg">
      {!deleted && <Budget refTo={refTo} />}
      <Usage refTo={refTo} />
    </Stack>
  );
}

function Budget({ refTo }: { refTo: ServerRef }) {
  const t = useUsageText();
  const budget = useQuery(serverBudgetQuery(refTo));
  return (
    <Card>
      <Title order={2} size="h3" mb="sm">
        {t.budget}
      </Title>
      <Queried query={budget}>{(found) => <BudgetForm refTo={refTo} budget={found} />}</Queried>
    </Card>
  );
}

function BudgetForm({ refTo, budget }: { refTo: ServerRef; budget: ServerBudget }) {
  const t = useUsageText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const reason = useMayDo('billing.write') ? null : t.mayNot;
  const { monthlyLimit, spentThisMonth, periodEnd } = budget;
  const initialValues: { monthlyLimit: Typed } = { monthlyLimit: monthlyLimit ?? '' };
  const form = useRequestForm({
    initialValues,
    schema: SetServerBudgetRequest,
    request: (values) => ({ monthlyLimit: amountOf(values.monthlyLimit) }),
    send: (request) => call(setServerBudget, { params: inServer(refTo), body: { monthlyLimit: request.monthlyLimit } }),
    onSent: async () => {
      await queryClient.invalidateQueries({ queryKey: serverKey(refTo) });
      notifyDone(t.saved);
    },
    locked: reason !== null,
  });
  const share = monthlyLimit === null || monthlyLimit === 0 ? null : Math.min(100, (spentThisMonth / monthlyLimit) * 100);
  return (
    <RequestForm form={form}>
      <Stack gap="sm">
        <Text size="sm">
          {t.spent}{' '}
          <strong>
            <ExactMoney cad={spentThisMonth} />
          </strong>{' '}
          {monthlyLimit === null ? t.noLimit : t.ofLimit(format.money(monthlyLimit))}
        </Text>
        {share !== null && <Meter value={share} color={share >= 80 ? 'orange' : 'boreal'} aria-label={t.spent} />}
        <Text size="sm" c="dimmed">
          {t.until(format.easternDate(periodEnd))} {t.reached}
        </Text>
        <TextInput label={t.limit} description={t.limitHint} inputMode="decimal" {...form.field('monthlyLimit')} maw={320} />
        <Group>
          <ReasonedButton reason={reason} type="submit" loading={form.busy}>
            {t.save}
          </ReasonedButton>
        </Group>
        <FormProblem form={form} />
        <LinkAnchor to="/console/billing/budget" size="sm" underline="always">
          {t.accountBudget}
        </LinkAnchor>
      </Stack>
    </RequestForm>
  );
}

type Hour = ServerUsage['hours'][number] & { readonly id: string };

function Usage({ refTo }: { refTo: ServerRef }) {
  const t = useUsageText();
  const format = useFormats();
  const { language } = useLanguage();
  const usage = useInfiniteQuery({
    queryKey: [...serverKey(refTo), 'usage'],
    queryFn: async ({ pageParam }: { pageParam: string | null }) => {
      const { data, nextCursor } = await listUsage(refTo, pageParam);
      const items = data.hours.map((hour) => ({ ...hour, id: `${hour.transactionId} ${hour.periodStart}` }));
      return { items, nextCursor, totals: data.totals, billingCycle: data.billingCycle };
    },
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
  const first = usage.data?.pages[0];
  const totals = first?.totals;
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t.title}
        </Title>
        {totals && (
          <Group gap="sm">
            <Text size="sm">
              <ExactMoney cad={totals.total} told={(money) => t.totals(format.number(totals.hours), money)} />
            </Text>
            {first.items.length > 0 && (
              <Group gap="sm">
                <FileButtons files={usageFiles(refTo, language)} wrong={false} />
              </Group>
            )}
          </Group>
        )}
      </Group>
      {first !== undefined && first.billingCycle !== 'hourly' && (
        <Text size="sm">
          {t.prepaid}{' '}
          <LinkAnchor to="/console/billing/orders" underline="always">
            {t.terms}
          </LinkAnchor>
        </Text>
      )}
      <PagedTable<Hour>
        query={usage}
        caption={t.title}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} />}
        columns={[
          { name: t.hour, sortBy: ({ periodStart }) => periodStart, cell: ({ periodStart }) => <Time iso={periodStart} /> },
          { name: t.rate, sortBy: ({ rate }) => rate, align: 'right', cell: ({ rate }) => <Money cad={rate} rate />, wideOnly: true },
          {
            name: t.compute,
            sortBy: ({ compute }) => compute,
            align: 'right',
            cell: ({ compute }) => <Money cad={compute} />,
            wideOnly: true,
          },
          { name: t.backup, sortBy: ({ backup }) => backup, align: 'right', cell: ({ backup }) => <Money cad={backup} />, wideOnly: true },
          { name: t.refund, sortBy: ({ refund }) => refund, align: 'right', cell: ({ refund }) => <Money cad={refund} />, wideOnly: true },
          { name: t.amount, sortBy: ({ amount }) => amount, align: 'right', cell: ({ amount }) => <Money cad={amount} /> },
        ]}
      />
    </Stack>
  );
}
