import { limitAccountHibernation } from '@boreal/contract/endpoints/operator/accounts.ts';
import { SetAccountHibernationLimitRequest, type AccountHibernation } from '@boreal/contract/operator/operator.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { amountOf, type Typed } from '../../../parts/typed-values.ts';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useDone } from '../parts/use-done.ts';
import { useAccountDialogsText } from './dialogs-text.ts';

interface HibernationDialogProps {
  readonly accountId: string;
  readonly hibernated: AccountHibernation;
  readonly onClose: () => void;
}

/** Limits what an account's hibernated servers keep: a limit of its own, none, or that of all accounts. */
export function HibernationDialog({ accountId, hibernated, onClose }: HibernationDialogProps) {
  const t = useAccountDialogsText();
  const done = useDone(onClose);
  const initialValues: { ofAll: boolean; limitGb: Typed } = { ofAll: !hibernated.isOwn, limitGb: hibernated.limitGb ?? '' };
  const form = useRequestForm({
    initialValues,
    schema: SetAccountHibernationLimitRequest,
    request: ({ ofAll, limitGb }) => (ofAll ? {} : { limitGb: amountOf(limitGb) }),
    send: (body) => call(limitAccountHibernation, { params: { accountId }, body }),
    onSent: () => done(t.hibernationSet),
  });
  return (
    <FormDialog opened onClose={onClose} title={t.limitHibernation} about={t.hibernationAbout} action={t.limitHibernation} form={form}>
      <Checkbox label={t.limitOfAll} data-autofocus {...form.tick('ofAll')} />
      <TextInput
        label={t.hibernationLimit}
        description={t.hibernationHint}
        inputMode="numeric"
        disabled={form.values.ofAll}
        {...form.field('limitGb')}
      />
    </FormDialog>
  );
}
