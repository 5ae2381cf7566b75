import { reactivateAccount, suspendAccount } from '@boreal/contract/endpoints/operator/accounts.ts';
import type { OperatorAccountDetail } from '@boreal/contract/operator/operator.ts';
import { SuspendAccountRequest } from '@boreal/contract/operator/oversight.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useDone } from '../parts/use-done.ts';
import { useAccountDialogsText } from './dialogs-text.ts';

/** Suspends an account with a reason, or lets a suspended one spend again. */
export function SuspensionDialog({ account, onClose }: { account: OperatorAccountDetail; onClose: () => void }) {
  return account.suspendedAt === null ? (
    <Suspend account={account} onClose={onClose} />
  ) : (
    <Reactivate account={account} onClose={onClose} />
  );
}

function Suspend({ account, onClose }: { account: OperatorAccountDetail; onClose: () => void }) {
  const t = useAccountDialogsText();
  const words = useOperatorText();
  const done = useDone(onClose);
  const form = useRequestForm({
    initialValues: { reason: '' },
    schema: SuspendAccountRequest,
    request: (values) => values,
    send: ({ reason }) => call(suspendAccount, { params: { accountId: account.id }, body: { reason } }),
    onSent: () => done(t.suspendDone),
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.suspendTitle(account.profile.name)}
      about={t.suspendAbout}
      action={t.suspend}
      destructive
      form={form}
    >
      <ReasonField form={form} label={words.reason} description={t.suspendReason} />
    </FormDialog>
  );
}

function Reactivate({ account, onClose }: { account: OperatorAccountDetail; onClose: () => void }) {
  const t = useAccountDialogsText();
  const done = useDone(onClose);
  const reactivate = useMutation({
    mutationFn: () => call(reactivateAccount, { params: { accountId: account.id } }),
    onSuccess: () => done(t.reactivateDone),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.reactivateTitle(account.profile.name)}
      text={t.reactivateAbout}
      action={t.reactivate}
      busy={reactivate.isPending}
      error={reactivate.error}
      onConfirm={() => reactivate.mutate()}
    />
  );
}
