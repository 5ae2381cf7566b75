import { creditAccount, debitAccount } from '@boreal/contract/endpoints/operator/accounts.ts';
import { CreditAccountRequest, DebitAccountRequest } from '@boreal/contract/operator/operator.ts';
import { CreditKind } from '@boreal/contract/billing/credit-kind.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { newIdempotencyKey, call } from '../../../api/call.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountNeeded } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useSecondOperatorText } from '../parts/second-operator-text.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { SecondOperatorNote } from '../parts/second-operator-note.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { useAccountDialogsText } from './dialogs-text.ts';

interface TypedMovement {
  readonly amount: string;
  readonly as: CreditKind;
  readonly reason: string;
}

const NO_MOVEMENT: TypedMovement = { amount: '', as: 'adjustment', reason: '' };

interface Props {
  readonly accountId: string;
  readonly direction: 'give' | 'take';
  /** The server it concerns, if any. */
  readonly serverId?: string;
  readonly onClose: () => void;
}

/** Moves credit by hand. Sent twice by mistake, it moves once: the movement gets its name when the dialog opens. */
export function CreditDialog({ accountId, direction, serverId, onClose }: Props) {
  const t = useAccountDialogsText();
  const words = useOperatorText();
  const approvals = useSecondOperatorText();
  const format = useFormats();
  const done = useDone(onClose);
  const [key] = useState(newIdempotencyKey);
  const giving = direction === 'give';
  const form = useRequestForm({
    initialValues: NO_MOVEMENT,
    schema: giving ? CreditAccountRequest : DebitAccountRequest,
    request: ({ amount, as, reason }) => ({ amount: amountNeeded(amount), reason, key, serverId, ...(giving && { as }) }),
    send: (request) =>
      giving ? call(creditAccount, { params: { accountId }, body: request }) : call(debitAccount, { params: { accountId }, body: request }),
    onSent: ({ balance, requestId }) => done(requestId === null ? t.creditGiven(format.money(balance)) : approvals.asks),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={giving ? t.giveCredit : t.takeCredit}
      about={giving ? t.giveCreditAbout : t.takeCreditAbout}
      action={giving ? t.giveCredit : t.takeCredit}
      form={form}
    >
      {serverId !== undefined && (
        <TextInput
          label={t.forServer}
          value={serverId}
          readOnly
          styles={{ input: { fontSize: 'var(--mantine-font-size-xs)', paddingInline: 8 } }}
        />
      )}
      <TextInput
        label={words.amount}
        description={words.amountHint}
        inputMode="decimal"
        required
        data-autofocus
        {...form.field('amount')}
      />
      {giving && (
        <NativeSelect
          label={t.creditAs}
          data={CreditKind.options.map((kind) => ({ value: kind, label: words.creditKind[kind] }))}
          {...form.field('as')}
        />
      )}
      <ReasonField form={form} label={words.reason} description={words.reasonMailed} />
      <SecondOperatorNote about="money" />
    </FormDialog>
  );
}
