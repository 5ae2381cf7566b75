import { removeMember } from '@boreal/contract/endpoints/console/members.ts';
import type { LeftKeys, Member } from '@boreal/contract/people/members.ts';
import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { meQuery } from '../../api/me.ts';
import { membersQuery } from '../../api/members.ts';
import { useAccountId, useMe } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { LeftKeysChoice } from './left-keys-choice.tsx';
import { useMembersText } from './text.ts';

/** Asks for confirmation, then removes somebody from the account; removing oneself is leaving it. */
export function RemoveMember({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const t = useMembersText();
  const me = useMe();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [keys, setKeys] = useState<LeftKeys>('end');
  const self = member?.userId === me.id;
  const remove = useMutation({
    mutationFn: ({ userId }: Member) => call(removeMember, { params: { accountId, userId }, query: { keys } }),
    onSuccess: async (_answer, { userId, name }) => {
      close();
      if (userId === me.id) {
        // The next account is shown, or that there is none.
        await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
        return;
      }
      notifyDone(t.removed(name));
      await queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey });
    },
  });
  const close = () => {
    remove.reset();
    setKeys('end');
    onClose();
  };
  const { name, keys: count } = member ?? { name: '', keys: 0 };
  const removing = (
    <Stack gap="sm">
      <span>{t.removeText}</span>
      {count > 0 && <LeftKeysChoice count={count} keys={keys} onChange={setKeys} />}
    </Stack>
  );
  return (
    <ConfirmDialog
      opened={member !== null}
      onClose={close}
      title={self ? t.leaveTitle : t.removeTitle(name)}
      text={self ? t.leaveText : removing}
      action={self ? t.leave : t.remove}
      destructive
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => member && remove.mutate(member)}
    />
  );
}
