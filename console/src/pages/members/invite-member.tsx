import { inviteMember } from '@boreal/contract/endpoints/console/members.ts';
import { INVITATION_DAYS, InviteMemberRequest, type MemberRole } from '@boreal/contract/people/members.ts';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { membersQuery } from '../../api/members.ts';
import { useAccountId } from '../../app/account.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { RoleChoice } from './role-choice.tsx';
import { useMembersText } from './text.ts';

const NOBODY_YET: { readonly email: string; readonly role: MemberRole } = { email: '', role: 'developer' };

/** Invites somebody to join, by mail. */
export function InviteMember({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMembersText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const close = () => {
    onClose();
    form.reset();
  };
  const form = useRequestForm({
    initialValues: NOBODY_YET,
    schema: InviteMemberRequest,
    request: (values) => values,
    send: (request) => call(inviteMember, { params: { accountId }, body: request }),
    onSent: async (invitation) => {
      await queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey });
      notifyDone(t.sent(invitation.email));
      close();
    },
  });
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t.invite}
      about={
        <Text size="sm" c="dimmed">
          {t.inviteAbout(INVITATION_DAYS)}
        </Text>
      }
      action={t.send}
      form={form}
    >
      <TextInput label={t.email} type="email" autoComplete="off" {...form.field('email')} data-autofocus />
      <RoleChoice role={form.values.role} onChange={(value) => form.set('role', value)} />
    </FormDialog>
  );
}
