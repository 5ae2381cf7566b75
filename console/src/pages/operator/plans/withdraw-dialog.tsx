import type { DatedPrice } from '@boreal/contract/operator.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withdrawPrice } from '../../../api/operator/catalog.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { momentOf, textOf } from '../parts/fields.ts';
import { useOperatorPlansText } from './text.ts';

/** Accounts with a price of their own for a plan, now or later. The latest price of each comes first. */
export function accountsWithPrice(prices: readonly DatedPrice[]): string[] {
  const latest = new Map<string, DatedPrice>();
  for (const price of prices) if (price.accountId !== null && !latest.has(price.accountId)) latest.set(price.accountId, price);
  return [...latest].flatMap(([accountId, { pricing }]) => (pricing === null ? [] : [accountId]));
}

/** Ends an account's own price of a plan, now or later. */
export function WithdrawDialog(props: { planId: string; accountIds: readonly string[]; opened: boolean; onClose: () => void }) {
  const { planId, accountIds, opened, onClose } = props;
  const t = useOperatorPlansText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (fields: FormData) =>
      withdrawPrice({ planId, accountId: textOf(fields, 'accountId') ?? '', validFrom: momentOf(fields, 'validFrom') ?? undefined }),
    onSuccess: ({ accountId, validFrom }) => {
      notifyDone(t.priceWithdrawn(accountId ?? '', format.dateTime(validFrom)));
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.withdrawPrice}
      about={t.withdrawAbout}
      action={t.withdraw}
      destructive
      busy={withdraw.isPending}
      error={withdraw.error}
      onSubmit={withdraw.mutate}
    >
      <NativeSelect name="accountId" label={t.whosePrice} data={[...accountIds]} error={fieldError(withdraw.error, 'accountId')} />
      <TextInput
        name="validFrom"
        type="datetime-local"
        label={t.validFrom}
        description={t.validFromHint}
        error={fieldError(withdraw.error, 'validFrom')}
      />
    </FormDialog>
  );
}
