import type { AccountBudget } from '@boreal/contract/console.ts';
import { Card, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { budgetQuery, setBudget } from '../../api/billing.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { useFormats } from '../../format/use-formats.ts';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { AmountInput } from './amount-input.tsx';
import { wholeCents } from './amounts.ts';
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
    </BillingFrame>
  );
}

function BudgetForm({ budget }: { budget: AccountBudget }) {
  const t = useBillingText();
  const format = useFormats();
  const accountId = useAccountId();
  const mayWrite = useMayDo('billing.write');
  const queryClient = useQueryClient();
  const [month, setMonth] = useState<number | string>(budget.monthlyLimit ?? '');
  const [day, setDay] = useState<number | string>(budget.dailyLimit ?? '');
  const save = useMutation({
    mutationFn: () => setBudget(accountId, { monthlyLimit: wholeCents(month), dailyLimit: wholeCents(day) }),
    onSuccess: (after) => {
      queryClient.setQueryData(budgetQuery(accountId).queryKey, after);
      notifyDone(t.saved);
    },
  });
  return (
    <Card maw={560}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (mayWrite) save.mutate();
        }}
      >
        <Stack>
          <AmountInput
            label={t.monthlyBudget}
            description={t.budgetHint}
            value={month}
            onChange={setMonth}
            error={fieldError(save.error, 'monthlyLimit')}
          />
          <Spent text={t.spentMonth(format.money(budget.spentThisMonth))} spent={budget.spentThisMonth} limit={budget.monthlyLimit} />
          <AmountInput
            label={t.dailyBudget}
            description={t.budgetHint}
            value={day}
            onChange={setDay}
            error={fieldError(save.error, 'dailyLimit')}
          />
          <Spent text={t.spentDay(format.money(budget.spentToday))} spent={budget.spentToday} limit={budget.dailyLimit} />
          {save.error && <ErrorNotice error={save.error} />}
          <SaveButton mayWrite={mayWrite} busy={save.isPending} />
        </Stack>
      </form>
    </Card>
  );
}

/** What is spent, and how much of the limit that is. */
function Spent({ text, spent, limit }: { text: string; spent: number; limit: number | null }) {
  const share = limit === null ? null : limit === 0 ? 100 : Math.min(100, (spent / limit) * 100);
  return (
    <div>
      <Text size="sm" className="figures">
        {text}
      </Text>
      {share !== null && (
        <Progress value={share} mt={4} aria-label={text} color={share >= 100 ? 'red' : share >= 80 ? 'orange' : 'boreal'} />
      )}
    </div>
  );
}
