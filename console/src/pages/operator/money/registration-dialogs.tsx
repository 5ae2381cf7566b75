import { TaxRegister, type Taxes } from '@boreal/contract/oversight.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endTaxRegistration, registerTax, taxesQuery } from '../../../api/operator/money.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { textOf, wordsOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useOperatorMoneyText } from './text.ts';

/** Notes a registration from a day on. */
export function RegisterDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useOperatorMoneyText();
  const queryClient = useQueryClient();
  const register = useMutation({
    mutationFn: (fields: FormData) =>
      registerTax({
        tax: TaxRegister.options.find((one) => one === fields.get('tax')) ?? 'GST_HST',
        number: wordsOf(fields, 'number'),
        from: textOf(fields, 'from') ?? undefined,
      }),
    onSuccess: (taxes) => {
      queryClient.setQueryData(taxesQuery.queryKey, taxes);
      notifyDone(t.registered);
      onClose();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.register}
      about={t.registerAbout}
      action={t.register}
      busy={register.isPending}
      error={register.error}
      onSubmit={register.mutate}
    >
      <NativeSelect name="tax" label={t.taxName} data={TaxRegister.options.map((tax) => ({ value: tax, label: t.registers[tax] }))} />
      <TextInput name="number" label={t.taxNumber} required maxLength={60} error={fieldError(register.error, 'number')} />
      <DateField error={register.error} />
    </FormDialog>
  );
}

/** Ends a registration from a day on. */
export function EndRegistrationDialog({
  registration,
  onClose,
}: {
  registration: Taxes['registrations'][number] | null;
  onClose: () => void;
}) {
  const t = useOperatorMoneyText();
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: (fields: FormData) => endTaxRegistration(registration?.tax ?? '', { from: textOf(fields, 'from') ?? undefined }),
    onSuccess: (taxes) => {
      queryClient.setQueryData(taxesQuery.queryKey, taxes);
      notifyDone(t.ended);
      onClose();
    },
  });
  return (
    <FormDialog
      opened={registration !== null}
      onClose={onClose}
      title={registration === null ? t.end : t.endTitle(t.registers[registration.tax])}
      about={t.endAbout}
      action={t.end}
      destructive
      busy={end.isPending}
      error={end.error}
      onSubmit={end.mutate}
    >
      <DateField error={end.error} />
    </FormDialog>
  );
}

function DateField({ error }: { error: unknown }) {
  const t = useOperatorMoneyText();
  return <TextInput name="from" type="date" label={t.from} description={t.fromHint} error={fieldError(error, 'from')} />;
}
