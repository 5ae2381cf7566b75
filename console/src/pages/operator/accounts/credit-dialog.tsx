import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../api/call.ts';
import { creditAccount, debitAccount } from '../../../api/operator/accounts.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { amountOf, wordsOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorAccountsText } from './text.ts';

const kinds = ['adjustment', 'promo', 'topup'] as const;

interface Props {
  readonly accountId: string;
  readonly direction: 'give' | 'take';
  /** The server that it is about, when it is about one. */
  readonly serverId?: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Moves credit by hand. What is sent twice by mistake moves once: the movement has its name from when the dialog opened. */
export function CreditDialog({ accountId, direction, serverId, opened, onClose }: Props) {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const [key, setKey] = useState(newIdempotencyKey);
  const move = useMutation({
    mutationFn: (fields: FormData) => {
      const body = { amount: amountOf(fields, 'amount'), reason: wordsOf(fields, 'reason'), key, serverId };
      const kind = kinds.find((one) => one === fields.get('as')) ?? 'adjustment';
      return direction === 'give' ? creditAccount(accountId, { ...body, as: kind }) : debitAccount(accountId, body);
    },
    onSuccess: ({ balance, requestId }) => {
      notifyDone(requestId === null ? t.creditGiven(format.money(balance)) : t.creditAsked);
      setKey(newIdempotencyKey());
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const close = () => {
    move.reset();
    onClose();
  };
  const giving = direction === 'give';
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={giving ? t.giveCredit : t.takeCredit}
      about={giving ? t.giveCreditAbout : t.takeCreditAbout}
      action={giving ? t.giveCredit : t.takeCredit}
      busy={move.isPending}
      error={move.error}
      onSubmit={move.mutate}
    >
      {serverId !== undefined && <TextInput label={t.forServer} value={serverId} readOnly />}
      <TextInput
        name="amount"
        label={words.amount}
        description={words.amountHint}
        inputMode="decimal"
        required
        data-autofocus
        error={fieldError(move.error, 'amount')}
      />
      {giving && <NativeSelect name="as" label={t.creditAs} data={kinds.map((kind) => ({ value: kind, label: t.creditKind[kind] }))} />}
      <ReasonField label={words.reason} description={words.reasonMailed} error={move.error} />
    </FormDialog>
  );
}
