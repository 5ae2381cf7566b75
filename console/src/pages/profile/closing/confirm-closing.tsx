import { closeAccount } from '@boreal/contract/endpoints/console/closing.ts';
import type { AccountClosing } from '@boreal/contract/account/closing.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { shownOf } from '../../../api/shown-of.ts';
import { closingQuery } from '../../../api/closing.ts';
import { useAccountId } from '../../../app/account.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useClosingText } from './text.ts';

/** Asks for the account's name, and closes it; the server asks for a proof of identity. */
export function ConfirmClosing({ closing, onClose }: { closing: AccountClosing; onClose: () => void }) {
  const t = useClosingText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const { name, servers } = closing;
  const close = useMutation({
    mutationFn: () =>
      call(closeAccount, {
        params: { accountId },
        body: { confirmName: name, deleteServerIds: servers.map(({ id }) => id), shown: servers.map(shownOf) },
      }),
    onSuccess: async () => {
      notifyDone(t.done);
      await queryClient.invalidateQueries();
    },
    // What keeps it open now is on the page behind the dialog.
    onError: () => queryClient.invalidateQueries({ queryKey: closingQuery(accountId).queryKey }),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.confirmTitle}
      text={t.confirmText(servers.length)}
      action={t.close}
      destructive
      name={name}
      busy={close.isPending}
      error={close.error}
      onConfirm={() => close.mutate()}
    />
  );
}
