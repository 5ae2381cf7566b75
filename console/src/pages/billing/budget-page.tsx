import { setAccountBudget } from '@boreal/contract/endpoints/console/budget.ts';
import type { AccountBudget } from '@boreal/contract/billing/budgets.ts';
import { Card, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { budgetQuery, hibernatedDisksQuery } from '../../api/billing.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useNext } from '../../app/use-next.ts';
import { useFormats } from '../../format/use-formats.ts';
import { ExactMoney } from '../../parts/exact-money.tsx';
import { Meter } from '../../parts/meter.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useBudgetForm } from '../../parts/use-budget-form.ts';
import { AmountInput } from './amount-input.tsx';
import { BillingFrame } from './billing-frame.tsx';
import { SaveButton } from './save-button.tsx';
import { useBillingText } from './text.ts';

/** What the account may spend in a month and in a day. */
export function BudgetPage() {
  const t = useBillingText();
  const budget = useQuery(budgetQuery(useAccountId()));
  return (
    <BillingFrame title={t.budgetTitle} about={t.budgetAbout}>
      <Queried query={budget}>{(told) => <BudgetForm budget={told} />}</Queried>
      <HibernatedCard />
    </BillingFrame>
  );
}

function BudgetForm({ budget }: { budget: AccountBudget }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const mayWrite = useMayDo('billing.write');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const next = useNext();
  const form = useBudgetForm({
    budget,
    send: (request) => call(setAccountBudget, { params: { accountId }, body: request }),
    onSent: async (after) => {
      queryClient.setQueryData(budgetQuery(accountId).queryKey, after);
      notifyDone(t.saved);
      // People sent here by what the budget stopped continue with it.
      if (next !== undefined) await navigate({ href: next });
    },
    locked: !mayWrite,
  });
  return (
    <Card maw={560}>
      <RequestForm form={form}>
        <Stack>
          <AmountInput label={t.monthlyBudget} description={t.budgetHint} {...form.field('monthlyLimit')} />
          <Spent
            told={<ExactMoney cad={budget.spentThisMonth} told={t.spentMonth} />}
            name={t.spentMonth(format.money(budget.spentThisMonth))}
            spent={budget.spentThisMonth}
            limit={budget.monthlyLimit}
          />
          <AmountInput label={t.dailyBudget} description={t.budgetHint} {...form.field('dailyLimit')} />
          <Spent
            told={<ExactMoney cad={budget.spentToday} told={t.spentDay} />}
            name={t.spentDay(format.money(budget.spentToday))}
            spent={budget.spentToday}
            limit={budget.dailyLimit}
          />
          <FormProblem form={form} />
          <SaveButton mayWrite={mayWrite} busy={form.busy} />
        </Stack>
      </RequestForm>
    </Card>
  );
}

/** What hibernated servers keep; shown where the house limits it, or there is any. */
function HibernatedCard() {
  const t = useBillingText();
  const format = useFormats();
  const { data: disks } = useQuery(hibernatedDisksQuery(useAccountId()));
  if (disks === undefined || (disks.limitGb === null && disks.usedGb === 0)) return null;
  const { usedGb, limitGb } = disks;
  const text = limitGb === null ? t.hibernatedKept(format.number(usedGb)) : t.hibernatedOf(format.number(usedGb), format.number(limitGb));
  return (
    <Card maw={560} mt="md">
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t.hibernatedTitle}
        </Title>
        <Spent told={text} name={text} spent={usedGb} limit={limitGb} />
        {limitGb !== null && (
          <Text size="sm" c="dimmed">
            {t.hibernatedAbout}
          </Text>
        )}
      </Stack>
    </Card>
  );
}

/** What is spent, and how much of the limit that is. */
interface SpentProps {
  /** How much of it is used. */
  readonly told: ReactNode;
  /** The same in words alone. */
  readonly name: string;
  readonly spent: number;
  readonly limit: number | null;
}

function Spent({ told, name, spent, limit }: SpentProps) {
  const share = limit === null ? null : limit === 0 ? 100 : Math.min(100, (spent / limit) * 100);
  return (
    <div>
      <Text size="sm" className="figures">
        {told}
      </Text>
      {share !== null && <Meter value={share} mt={4} aria-label={name} color={share >= 100 ? 'red' : share >= 80 ? 'orange' : 'boreal'} />}
    </div>
  );
}
