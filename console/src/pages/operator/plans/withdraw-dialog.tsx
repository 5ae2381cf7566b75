import { withdrawPrice } from '@boreal/contract/endpoints/operator/catalog.ts';
import { WithdrawPriceRequest, type ListedPrice } from '@boreal/contract/operator/operator.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { momentOf } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useSecondOperatorText } from '../parts/second-operator-text.ts';
import { SecondOperatorNote } from '../parts/second-operator-note.tsx';
import { useDone } from '../parts/use-done.ts';
import { useOperatorPricesText } from './prices-text.ts';
import { useOperatorPlansText } from './text.ts';

interface PricedAccount {
  readonly id: string;
  readonly name: string;
}

/** Accounts with their own price for a plan, now or later. The latest price of each comes first. */
export function accountsWithPrice(prices: readonly ListedPrice[]): PricedAccount[] {
  const latest = new Map<string, ListedPrice>();
  for (const price of prices) if (price.accountId !== null && !latest.has(price.accountId)) latest.set(price.accountId, price);
  return [...latest].flatMap(([id, { pricing, accountName }]) => (pricing === null ? [] : [{ id, name: accountName ?? id }]));
}

/** Ends an account's own price for a plan, now or later. */
export function WithdrawDialog({ planId, accounts, onClose }: { planId: string; accounts: readonly PricedAccount[]; onClose: () => void }) {
  const t = useOperatorPlansText();
  const ofPrices = useOperatorPricesText();
  const approvals = useSecondOperatorText();
  const format = useFormats();
  const done = useDone(onClose);
  const nameOf = (accountId: string) => accounts.find(({ id }) => id === accountId)?.name ?? accountId;
  const form = useRequestForm({
    initialValues: { accountId: accounts[0]?.id ?? '', validFrom: '' },
    schema: WithdrawPriceRequest,
    request: ({ accountId, validFrom }) => ({ planId, accountId, validFrom: momentOf(validFrom) }),
    send: (body) => call(withdrawPrice, { body }),
    onSent: ({ price }, { accountId }) =>
      done(price === null ? approvals.asks : t.priceWithdrawn(nameOf(accountId), format.dateTime(price.validFrom))),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.withdrawPrice} about={t.withdrawAbout} action={t.withdraw} destructive form={form}>
      <NativeSelect
        label={t.whosePrice}
        data={accounts.map(({ id, name }) => ({
          value: id,
          label: accounts.some((other) => other.id !== id && other.name === name) ? `${name} (${id})` : name,
        }))}
        {...form.field('accountId')}
      />
      <TextInput type="datetime-local" label={ofPrices.validFrom} description={t.validFromHint} {...form.field('validFrom')} />
      <SecondOperatorNote about="price" />
    </FormDialog>
  );
}
