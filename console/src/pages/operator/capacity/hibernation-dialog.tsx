import { setHibernationLimit } from '@boreal/contract/endpoints/operator/capacity.ts';
import { SetHibernationLimitRequest, type HibernationLimit } from '@boreal/contract/operator/operator.ts';
import { TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountOf, type Typed } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useCapacityDialogsText } from './dialogs-text.ts';

/** Limits what the hibernated servers of each account may keep. */
export function HibernationDialog({ limit, onClose }: { limit: HibernationLimit; onClose: () => void }) {
  const t = useCapacityDialogsText();
  const done = useDone(onClose);
  const initialValues: { limitGb: Typed } = { limitGb: limit.limitGb ?? '' };
  const form = useRequestForm({
    initialValues,
    schema: SetHibernationLimitRequest,
    request: ({ limitGb }) => ({ limitGb: amountOf(limitGb) }),
    send: (body) => call(setHibernationLimit, { body }),
    onSent: () => done(t.hibernationSet),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.hibernationTitle}
      about={t.hibernationDialogAbout}
      action={t.hibernationChange}
      form={form}
    >
      <TextInput label={t.limitGb} description={t.limitGbHint} inputMode="numeric" data-autofocus {...form.field('limitGb')} />
    </FormDialog>
  );
}
