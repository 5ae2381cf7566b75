import { eraseAccount } from '@boreal/contract/endpoints/operator/account-end.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useDone } from '../parts/use-done.ts';
import { useEndDialogsText } from './end-dialogs-text.ts';

/** Erases the personal data of a closed account, once its id is typed. */
export function EraseDialog({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const t = useEndDialogsText();
  const done = useDone(onClose);
  const erase = useMutation({
    mutationFn: () => call(eraseAccount, { params: { accountId }, body: { confirmId: accountId } }),
    onSuccess: () => done(t.erased),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.eraseTitle}
      text={t.eraseText}
      action={t.erase}
      destructive
      name={accountId}
      busy={erase.isPending}
      error={erase.error}
      onConfirm={() => erase.mutate()}
    />
  );
}
