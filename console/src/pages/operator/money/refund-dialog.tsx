import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../api/call.ts';
import { refundPayment } from '../../../api/operator/money.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { fieldError } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { amountOf, textOf, wordsOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorMoneyText } from './text.ts';

/** Gives money of a payment back to its card. What is sent twice by mistake goes back once. */
export function RefundDialog(props: { payment: { id: string; refundable: number }; opened: boolean; onClose: () => void }) {
  const { payment, opened, onClose } = props;
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const [key, setKey] = useState(newIdempotencyKey);
  const refund = useMutation({
    mutationFn: (fields: FormData) =>
      refundPayment(payment.id, {
        amount: textOf(fields, 'amount') === null ? undefined : amountOf(fields, 'amount'),
        reason: wordsOf(fields, 'reason'),
        key,
      }),
    onSuccess: ({ net, tax }) => {
      notifyDone(t.refundBegun(format.money(net + tax)));
      setKey(newIdempotencyKey());
      onClose();
      void queryClient.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const close = () => {
    refund.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t.refundTitle}
      about={t.refundAbout(format.money(payment.refundable))}
      action={t.refund}
      destructive
      busy={refund.isPending}
      error={refund.error}
      onSubmit={refund.mutate}
    >
      <TextInput
        name="amount"
        label={t.refundAmount}
        description={t.refundAmountHint}
        inputMode="decimal"
        data-autofocus
        error={fieldError(refund.error, 'amount')}
      />
      <ReasonField label={words.reason} description={t.refundReason} error={refund.error} />
    </FormDialog>
  );
}
