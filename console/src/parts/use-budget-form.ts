import { SetAccountBudgetRequest, type AccountBudget } from '@boreal/contract/budgets.ts';
import type { z } from 'zod';
import { amountOf, type Typed } from './typed-values.ts';
import { useRequestForm } from './use-request-form.ts';

/** The form of what an account may spend in a month and in a day, for its own people and for operators. */
export function useBudgetForm<Answer>({
  budget,
  ...sending
}: {
  budget: AccountBudget;
  send: (request: z.infer<typeof SetAccountBudgetRequest>) => Promise<Answer>;
  onSent: (answer: Answer) => unknown;
  locked?: boolean;
}) {
  const initialValues: { monthlyLimit: Typed; dailyLimit: Typed } = {
    monthlyLimit: budget.monthlyLimit ?? '',
    dailyLimit: budget.dailyLimit ?? '',
  };
  return useRequestForm({
    initialValues,
    schema: SetAccountBudgetRequest,
    request: ({ monthlyLimit, dailyLimit }) => ({ monthlyLimit: amountOf(monthlyLimit), dailyLimit: amountOf(dailyLimit) }),
    ...sending,
  });
}
