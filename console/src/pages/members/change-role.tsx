import { changeMemberRole } from '@boreal/contract/endpoints/console/members.ts';
import { ChangeMemberRoleRequest } from '@boreal/contract/people/members.ts';
import type { LeftKeys, Member, MemberRole } from '@boreal/contract/people/members.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery } from '../../api/me.ts';
import { membersQuery } from '../../api/members.ts';
import { useAccountId, useMe } from '../../app/account.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { LeftKeysChoice } from './left-keys-choice.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useMembersText } from './text.ts';

/** Gives a member another role, oneself included. */
export function ChangeRole({ member: { userId, name, role: before, keys: count }, onClose }: { member: Member; onClose: () => void }) {
  const t = useMembersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const self = useMe().id === userId;
  const initialValues: { role: MemberRole; keys: LeftKeys } = { role: before, keys: 'end' };
  const form = useRequestForm({
    initialValues,
    schema: ChangeMemberRoleRequest,
    request: (values) => values,
    send: (request) => call(changeMemberRole, { params: { accountId, userId }, body: request }),
    onSent: async () => {
      notifyDone(t.roleChanged(name));
      onClose();
      // One's own role decides what the console offers.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey }),
        queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]);
    },
  });
  const { role, keys } = form.values;
  return (
    <FormDialog opened onClose={onClose} title={t.changeRoleOf(name)} action={t.save} form={form}>
      <RoleChoice role={role} onChange={(value) => form.set('role', value)} />
      {count > 0 && !self && role !== before && role !== 'owner' && (
        <LeftKeysChoice count={count} keys={keys} onChange={(value) => form.set('keys', value)} note={t.keysNote} />
      )}
    </FormDialog>
  );
}
