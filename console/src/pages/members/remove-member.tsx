import type { Member } from '@boreal/contract/members.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { meQuery } from '../../api/me.ts';
import { membersQuery, removeMember } from '../../api/members.ts';
import { useAccountId, useMe } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useMembersText } from './text.ts';

/** Asks once more, then takes somebody out of the account; who takes out themselves leaves it. */
export function RemoveMember({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const t = useMembersText();
  const me = useMe();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const self = member?.userId === me.id;
  const remove = useMutation({
    mutationFn: ({ userId }: Member) => removeMember(accountId, userId),
    onSuccess: async (_answer, { userId, name }) => {
      onClose();
      if (userId === me.id) {
        // The next account is shown, or that there is none.
        await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
        return;
      }
      notifyDone(t.removed(name));
      await queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey });
    },
  });
  const name = member?.name ?? '';
  return (
    <ConfirmDialog
      opened={member !== null}
      onClose={() => {
        remove.reset();
        onClose();
      }}
      title={self ? t.leaveTitle : t.removeTitle(name)}
      text={self ? t.leaveText : t.removeText}
      action={self ? t.leave : t.remove}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => member && remove.mutate(member)}
    />
  );
}
