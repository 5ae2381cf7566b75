import type { OperatorAccountDetail } from '@boreal/contract/operator.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reactivateAccount, suspendAccount } from '../../../api/operator/accounts.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { wordsOf } from '../parts/fields.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { useOperatorText } from '../parts/text.ts';
import { useOperatorAccountsText } from './text.ts';

/** Suspends an account with a reason, or lets a suspended one spend again. */
export function SuspensionDialog({ account, opened, onClose }: { account: OperatorAccountDetail; opened: boolean; onClose: () => void }) {
  const t = useOperatorAccountsText();
  const words = useOperatorText();
  const queryClient = useQueryClient();
  const { name } = account.profile;
  const onSuccess = (sentence: string) => async () => {
    // Closed first: what has been read anew would turn the dialog into its opposite.
    onClose();
    notifyDone(sentence);
    await queryClient.invalidateQueries({ queryKey: ['operator'] });
  };
  const suspend = useMutation({
    mutationFn: (fields: FormData) => suspendAccount(account.id, wordsOf(fields, 'reason')),
    onSuccess: onSuccess(t.suspendDone),
  });
  const reactivate = useMutation({ mutationFn: () => reactivateAccount(account.id), onSuccess: onSuccess(t.reactivateDone) });
  if (account.suspendedAt !== null) {
    return (
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        title={t.reactivateTitle(name)}
        text={t.reactivateAbout}
        action={t.reactivate}
        busy={reactivate.isPending}
        error={reactivate.error}
        onConfirm={() => reactivate.mutate()}
      />
    );
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t.suspendTitle(name)}
      about={t.suspendAbout}
      action={t.suspend}
      destructive
      busy={suspend.isPending}
      error={suspend.error}
      onSubmit={suspend.mutate}
    >
      <ReasonField label={words.reason} description={t.suspendReason} error={suspend.error} />
    </FormDialog>
  );
}
