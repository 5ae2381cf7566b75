import { setPrice } from '@boreal/contract/endpoints/operator/catalog.ts';
import { SetPriceRequest, type OperatorPlan } from '@boreal/contract/operator/operator.ts';
import { TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded, amountOf, momentOf, textOrNull } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useSecondOperatorText } from '../parts/second-operator-text.ts';
import { AccountChoice } from './account-choice.tsx';
import { SecondOperatorNote } from '../parts/second-operator-note.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorPricesText } from './prices-text.ts';
import { useOperatorPlansText } from './text.ts';

/** Dates a new price of a plan, for everybody or one account. */
export function PriceDialog({ plan, onClose }: { plan: OperatorPlan; onClose: () => void }) {
  const t = useOperatorPlansText();
  const ofPrices = useOperatorPricesText();
  const approvals = useSecondOperatorText();
  const format = useFormats();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { hourly: '', monthly: '', annual: '', validFrom: '', accountId: '' },
    schema: SetPriceRequest,
    request: (typed) => ({
      planId: plan.id,
      accountId: textOrNull(typed.accountId),
      hourly: amountNeeded(typed.hourly),
      monthly: amountOf(typed.monthly) ?? undefined,
      annual: amountOf(typed.annual) ?? undefined,
      validFrom: momentOf(typed.validFrom),
    }),
    // Some refusals of the server name the column.
    fieldOf: { hourlyMicros: 'hourly', monthlyMicros: 'monthly', annualMicros: 'annual' },
    send: (body) => call(setPrice, { body }),
    onSent: ({ price }) => done(price === null ? approvals.asks : t.priceSet(plan.name, format.dateTime(price.validFrom))),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.changePriceOf(plan.name)} about={t.priceAbout} action={t.changePrice} form={form}>
      <TextInput label={t.hourlyField} inputMode="decimal" required data-autofocus {...form.field('hourly')} />
      {!plan.hourlyOnly && (
        <>
          <TextInput label={t.monthlyField} inputMode="decimal" {...form.field('monthly')} />
          <TextInput label={t.annualField} inputMode="decimal" {...form.field('annual')} />
        </>
      )}
      <TextInput type="datetime-local" label={ofPrices.validFrom} description={t.validFromHint} {...form.field('validFrom')} />
      <AccountChoice label={t.forAccount} search={t.searchAccounts} none={t.forEveryone} typedHint={t.forAccountHint} form={form} />
      <SecondOperatorNote about="price" />
    </FormDialog>
  );
}
