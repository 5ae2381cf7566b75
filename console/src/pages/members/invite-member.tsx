import { INVITATION_DAYS, type MemberRole } from '@boreal/contract/members.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { inviteMember, membersQuery } from '../../api/members.ts';
import { useAccountId } from '../../app/account.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice, fieldError } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { RoleChoice } from './role-choice.tsx';
import { useMembersText } from './text.ts';

/** Asks somebody to join, by mail. */
export function InviteMember({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useMembersText();
  const shell = useShellText();
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('developer');
  const close = () => {
    onClose();
    invite.reset();
    setEmail('');
    setRole('developer');
  };
  const invite = useMutation({
    mutationFn: () => inviteMember(accountId, { email, role }),
    onSuccess: async (invitation) => {
      await queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey });
      notifyDone(t.sent(invitation.email));
      close();
    },
  });
  return (
    <Dialog opened={opened} onClose={close} title={t.invite}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate();
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {t.inviteAbout(INVITATION_DAYS)}
          </Text>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={fieldError(invite.error, 'email')}
            data-autofocus
          />
          <RoleChoice role={role} onChange={setRole} />
          {invite.error && <ErrorNotice error={invite.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {shell.cancel}
            </Button>
            <Button type="submit" loading={invite.isPending}>
              {t.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
