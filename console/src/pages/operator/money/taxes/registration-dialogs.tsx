import { endTaxRegistration, registerTax } from '@boreal/contract/endpoints/operator/house.ts';
import { EndTaxRegistrationRequest, RegisterTaxRequest, TaxRegister, type Taxes } from '@boreal/contract/operator/oversight.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { taxesQuery } from '../../../../api/operator/money.ts';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { notifyDone } from '../../../../parts/notify.ts';
import { textOrNull } from '../../../../parts/typed-values.ts';
import { useRequestForm, type RequestFormOf } from '../../../../parts/use-request-form.ts';
import { useOperatorMoneyText } from '../text.ts';

type Registration = Taxes['registrations'][number];

interface TypedRegistration {
  readonly tax: Registration['tax'];
  readonly number: string;
  readonly from: string;
}

/** Records a registration from a day on. */
export function RegisterDialog({ onClose }: { onClose: () => void }) {
  const t = useOperatorMoneyText();
  const queryClient = useQueryClient();
  const initialValues: TypedRegistration = { tax: 'GST_HST', number: '', from: '' };
  const form = useRequestForm({
    initialValues,
    schema: RegisterTaxRequest,
    request: ({ tax, number, from }) => ({ tax, number, from: textOrNull(from) ?? undefined }),
    send: (body) => call(registerTax, { body }),
    onSent: (taxes) => {
      queryClient.setQueryData(taxesQuery.queryKey, taxes);
      notifyDone(t.registered);
      onClose();
    },
  });
  return (
    <FormDialog opened onClose={onClose} title={t.register} about={t.registerAbout} action={t.register} form={form}>
      <NativeSelect
        label={t.taxName}
        data={TaxRegister.options.map((tax) => ({ value: tax, label: t.registers[tax] }))}
        {...form.field('tax')}
      />
      <TextInput label={t.taxNumber} required maxLength={60} {...form.field('number')} />
      <DateField form={form} />
    </FormDialog>
  );
}

/** Ends a registration from a day on. */
export function EndRegistrationDialog({ registration, onClose }: { registration: Registration; onClose: () => void }) {
  const t = useOperatorMoneyText();
  const queryClient = useQueryClient();
  const form = useRequestForm({
    initialValues: { from: '' },
    schema: EndTaxRegistrationRequest,
    request: ({ from }) => ({ from: textOrNull(from) ?? undefined }),
    send: (request) => call(endTaxRegistration, { params: { tax: registration.tax }, body: request }),
    onSent: (taxes) => {
      queryClient.setQueryData(taxesQuery.queryKey, taxes);
      notifyDone(t.ended);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.endTitle(t.registers[registration.tax])}
      about={t.endAbout}
      action={t.end}
      destructive
      form={form}
    >
      <DateField form={form} />
    </FormDialog>
  );
}

function DateField({ form }: { form: Pick<RequestFormOf<{ readonly from: string }>, 'field'> }) {
  const t = useOperatorMoneyText();
  return <TextInput type="date" label={t.from} description={t.fromHint} {...form.field('from')} />;
}
