import type { Member } from '@boreal/contract/members.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/me.ts';
import { changeMemberRole, membersQuery } from '../../api/members.ts';
import { useAccountId } from '../../app/account.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { RoleChoice } from './role-choice.tsx';
import { useMembersText } from './text.ts';

/** Gives a member another role; oneself, too. */
export function ChangeRole({ member: { userId, name, role: before }, onClose }: { member: Member; onClose: () => void }) {
  const t = useMembersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [role, setRole] = useState(before);
  const change = useMutation({
    mutationFn: () => changeMemberRole(accountId, userId, role),
    onSuccess: async () => {
      notifyDone(t.roleChanged(name));
      onClose();
      // One's own role decides what the console offers.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey }),
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]);
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={t.changeRoleOf(name)}
      action={t.save}
      busy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate()}
    >
      <RoleChoice role={role} onChange={setRole} />
    </FormDialog>
  );
}
