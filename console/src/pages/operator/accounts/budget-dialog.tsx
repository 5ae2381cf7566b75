import { setAnyAccountBudget } from '@boreal/contract/endpoints/operator/accounts.ts';
import type { AccountBudget } from '@boreal/contract/billing/budgets.ts';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useBudgetForm } from '../../../parts/use-budget-form.ts';
import { useSecondOperatorText } from '../parts/second-operator-text.ts';
import { SecondOperatorNote } from '../parts/second-operator-note.tsx';
import { useAccountDialogsText } from './dialogs-text.ts';

/** Sets or lifts what an account may spend in a month and in a day. */
export function BudgetDialog({ accountId, budget, onClose }: { accountId: string; budget: AccountBudget; onClose: () => void }) {
  const t = useAccountDialogsText();
  const approvals = useSecondOperatorText();
  const queryClient = useQueryClient();
  const form = useBudgetForm({
    budget,
    send: (request) => call(setAnyAccountBudget, { params: { accountId }, body: request }),
    onSent: ({ requestId }) => {
      notifyDone(requestId === null ? t.budgetSet : approvals.asks);
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.setBudget} about={t.budgetAbout} action={t.setBudget} form={form}>
      <TextInput label={t.monthlyLimit} inputMode="decimal" {...form.field('monthlyLimit')} />
      <TextInput label={t.dailyLimit} inputMode="decimal" {...form.field('dailyLimit')} />
      <SecondOperatorNote about="budget" />
    </FormDialog>
  );
}
