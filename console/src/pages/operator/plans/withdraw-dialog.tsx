import { withdrawPrice } from '@boreal/contract/endpoints/operator/catalog.ts';
import { WithdrawPriceRequest, type DatedPrice } from '@boreal/contract/operator.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { momentOf } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useSecondOperatorText } from '../parts/second-operator-text.ts';
import { SecondOperatorNote } from '../parts/second-operator-note.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorPlansText } from './text.ts';

/** Accounts with their own price for a plan, now or later. The latest price of each comes first. */
export function accountsWithPrice(prices: readonly DatedPrice[]): string[] {
  const latest = new Map<string, DatedPrice>();
  for (const price of prices) if (price.accountId !== null && !latest.has(price.accountId)) latest.set(price.accountId, price);
  return [...latest].flatMap(([accountId, { pricing }]) => (pricing === null ? [] : [accountId]));
}

/** Ends an account's own price for a plan, now or later. */
export function WithdrawDialog({ planId, accountIds, onClose }: { planId: string; accountIds: readonly string[]; onClose: () => void }) {
  const t = useOperatorPlansText();
  const approvals = useSecondOperatorText();
  const format = useFormats();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { accountId: accountIds[0] ?? '', validFrom: '' },
    schema: WithdrawPriceRequest,
    request: ({ accountId, validFrom }) => ({ planId, accountId, validFrom: momentOf(validFrom) }),
    send: (body) => call(withdrawPrice, { body }),
    onSent: ({ price }) =>
      done(price === null ? approvals.asks : t.priceWithdrawn(price.accountId ?? '', format.dateTime(price.validFrom))),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.withdrawPrice} about={t.withdrawAbout} action={t.withdraw} destructive form={form}>
      <NativeSelect label={t.whosePrice} data={[...accountIds]} {...form.field('accountId')} />
      <TextInput type="datetime-local" label={t.validFrom} description={t.validFromHint} {...form.field('validFrom')} />
      <SecondOperatorNote about="price" />
    </FormDialog>
  );
}
