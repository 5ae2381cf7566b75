import { SetAccountBudgetRequest, type AccountBudget } from '@boreal/contract/billing/budgets.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { changedIn } from './changed-in.ts';
import { amountOf, type Typed } from './typed-values.ts';
import { useRequestForm } from './use-request-form.ts';

/** The form of what an account may spend in a month and in a day, for its own people and for operators. */
export function useBudgetForm<Answer>({
  budget,
  onSent,
  ...sending
}: {
  budget: AccountBudget;
  send: (request: z.infer<typeof SetAccountBudgetRequest>) => Promise<Answer>;
  onSent: (answer: Answer) => unknown;
  locked?: boolean;
}) {
  const [shown, setShown] = useState<TypedBudget>({ monthlyLimit: budget.monthlyLimit ?? '', dailyLimit: budget.dailyLimit ?? '' });
  return useRequestForm({
    initialValues: shown,
    schema: SetAccountBudgetRequest,
    request: (typed) => changedIn(limitsOf(typed), limitsOf(shown)),
    onSent: (answer, typed) => {
      setShown(typed);
      return onSent(answer);
    },
    ...sending,
  });
}

interface TypedBudget {
  readonly monthlyLimit: Typed;
  readonly dailyLimit: Typed;
}

const limitsOf = ({ monthlyLimit, dailyLimit }: TypedBudget) => ({
  monthlyLimit: amountOf(monthlyLimit),
  dailyLimit: amountOf(dailyLimit),
});
