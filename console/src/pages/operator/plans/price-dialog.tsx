import type { OperatorPlan } from '@boreal/contract/operator.ts';
import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { setPrice } from '../../../api/operator/catalog.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { amountOf, momentOf, numberOf, textOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useOperatorPlansText } from './text.ts';

/** Dates a new price of a plan, for everybody or one account. */
export function PriceDialog({ plan, opened, onClose }: { plan: OperatorPlan; opened: boolean; onClose: () => void }) {
  const t = useOperatorPlansText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const set = useMutation({
    mutationFn: (fields: FormData) =>
      setPrice({
        planId: plan.id,
        accountId: textOf(fields, 'accountId'),
        hourly: amountOf(fields, 'hourly'),
        monthly: numberOf(fields, 'monthly') ?? undefined,
        annual: numberOf(fields, 'annual') ?? undefined,
        validFrom: momentOf(fields, 'validFrom') ?? undefined,
      }),
    onSuccess: ({ validFrom }) => {
      notifyDone(t.priceSet(plan.name, format.dateTime(validFrom)));
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const error = (...names: string[]) => names.map((name) => fieldError(set.error, name)).find((told) => told !== null) ?? null;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.changePriceOf(plan.name)}
      about={t.priceAbout}
      action={t.changePrice}
      busy={set.isPending}
      error={set.error}
      onSubmit={set.mutate}
    >
      <TextInput name="hourly" label={t.hourlyField} inputMode="decimal" required data-autofocus error={error('hourly', 'hourlyMicros')} />
      {!plan.hourlyOnly && (
        <>
          <TextInput name="monthly" label={t.monthlyField} inputMode="decimal" error={error('monthly', 'monthlyMicros')} />
          <TextInput name="annual" label={t.annualField} inputMode="decimal" error={error('annual', 'annualMicros')} />
        </>
      )}
      <TextInput name="validFrom" type="datetime-local" label={t.validFrom} description={t.validFromHint} error={error('validFrom')} />
      <TextInput name="accountId" label={t.forAccount} description={t.forAccountHint} error={error('accountId')} />
    </FormDialog>
  );
}
