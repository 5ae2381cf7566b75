import { inviteMember } from '@boreal/contract/endpoints/console/members.ts';
import { INVITATION_DAYS, InviteMemberRequest, type MemberRole } from '@boreal/contract/members.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { membersQuery } from '../../api/members.ts';
import { useAccountId } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { FormProblem, RequestForm } from '../../parts/request-form.tsx';
import { useRequestForm } from '../../parts/use-request-form.ts';
import { RoleChoice } from './role-choice.tsx';
import { useMembersText } from './text.ts';

const NOBODY_YET: { readonly email: string; readonly role: MemberRole } = { email: '', role: 'developer' };

/** Invites somebody to join, by mail. */
export function InviteMember({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMembersText();
  const shell = useShellText();
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
    <Dialog opened={opened} onClose={close} title={t.invite}>
      <RequestForm form={form}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t.inviteAbout(INVITATION_DAYS)}
          </Text>
          <TextInput label={t.email} type="email" autoComplete="off" {...form.field('email')} data-autofocus />
          <RoleChoice role={form.values.role} onChange={(value) => form.set('role', value)} />
          <FormProblem form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {shell.cancel}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t.send}
            </Button>
          </Group>
        </Stack>
      </RequestForm>
    </Dialog>
  );
}
