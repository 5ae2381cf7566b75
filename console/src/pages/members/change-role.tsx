import type { LeftKeys, Member } from '@boreal/contract/members.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery } from '../../api/me.ts';
import { changeMemberRole, membersQuery } from '../../api/members.ts';
import { useAccountId, useMe } from '../../app/account.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LeftKeysChoice } from './left-keys-choice.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useMembersText } from './text.ts';

/** Gives a member another role; oneself, too. */
export function ChangeRole({ member: { userId, name, role: before, keys: count }, onClose }: { member: Member; onClose: () => void }) {
  const t = useMembersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [role, setRole] = useState(before);
  const [keys, setKeys] = useState<LeftKeys>('end');
  const self = useMe().id === userId;
  const change = useMutation({
    mutationFn: () => changeMemberRole(accountId, userId, { role, keys }),
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
      {count > 0 && !self && role !== before && role !== 'owner' && (
        <LeftKeysChoice count={count} keys={keys} onChange={setKeys} note={t.keysNote} />
      )}
    </FormDialog>
  );
}
