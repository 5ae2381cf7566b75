import { refundPayment } from '@boreal/contract/endpoints/operator/payments.ts';
import { RefundPaymentRequest } from '@boreal/contract/operator/oversight.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { newIdempotencyKey, call } from '../../../../api/call.ts';
import { useFormats } from '../../../../format/use-formats.ts';
import { FormDialog } from '../../../../parts/form-dialog.tsx';
import { amountOf } from '../../../../parts/typed-values.ts';
import { useRequestForm } from '../../../../parts/use-request-form.ts';
import { useSecondOperatorText } from '../../parts/second-operator-text.ts';
import { ReasonField } from '../../parts/reason-field.tsx';
import { SecondOperatorNote } from '../../parts/second-operator-note.tsx';
import { useOperatorText } from '../../parts/text.ts';
import { useDone } from '../../parts/use-done.ts';
import { useOperatorMoneyText } from '../text.ts';

/** Refunds money of a payment to its card. Sent twice by mistake, it refunds once. */
export function RefundDialog({ payment, onClose }: { payment: { id: string; refundable: number }; onClose: () => void }) {
  const t = useOperatorMoneyText();
  const words = useOperatorText();
  const approvals = useSecondOperatorText();
  const format = useFormats();
  const done = useDone(onClose);
  const [key] = useState(newIdempotencyKey);
  const form = useRequestForm({
    initialValues: { amount: '', reason: '' },
    schema: RefundPaymentRequest,
    request: ({ amount, reason }) => ({ amount: amountOf(amount) ?? undefined, reason, key }),
    send: (request) => call(refundPayment, { params: { paymentId: payment.id }, body: request }),
    onSent: ({ refund }) => done(refund === null ? approvals.asks : t.refundBegun(format.money(refund.net + refund.tax))),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.refundTitle}
      about={t.refundAbout(format.money(payment.refundable))}
      action={t.refund}
      destructive
      form={form}
    >
      <TextInput label={t.refundAmount} description={t.refundAmountHint} inputMode="decimal" data-autofocus {...form.field('amount')} />
      <ReasonField form={form} label={words.reason} description={t.refundReason} />
      <SecondOperatorNote about="money" />
    </FormDialog>
  );
}
