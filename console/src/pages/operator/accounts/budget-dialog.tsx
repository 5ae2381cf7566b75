import type { AccountBudget } from '@boreal/contract/console.ts';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setAccountBudget } from '../../../api/operator/accounts.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { numberOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useOperatorAccountsText } from './text.ts';

/** Sets or lifts what an account may spend in a month and in a day. */
export function BudgetDialog(props: { accountId: string; budget: AccountBudget; opened: boolean; onClose: () => void }) {
  const { accountId, budget, opened, onClose } = props;
  const t = useOperatorAccountsText();
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (fields: FormData) =>
      setAccountBudget(accountId, { monthlyLimit: numberOf(fields, 'monthlyLimit'), dailyLimit: numberOf(fields, 'dailyLimit') }),
    onSuccess: () => {
      notifyDone(t.budgetSet);
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator', 'account', accountId] });
    },
  });
  const field = (name: 'monthlyLimit' | 'dailyLimit') => (
    <TextInput name={name} label={t[name]} defaultValue={budget[name] ?? ''} inputMode="decimal" error={fieldError(set.error, name)} />
  );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.setBudget}
      about={t.budgetAbout}
      action={t.setBudget}
      busy={set.isPending}
      error={set.error}
      onSubmit={set.mutate}
    >
      {field('monthlyLimit')}
      {field('dailyLimit')}
    </FormDialog>
  );
}
