import { inviteMember, revokeInvitation } from '@boreal/contract/endpoints/console/members.ts';
import type { Invitation } from '@boreal/contract/people/members.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { borealNow } from '../../api/boreal-time.ts';
import { call } from '../../api/call.ts';
import { membersQuery } from '../../api/members.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Time } from '../../parts/time.tsx';
import { useMembersText } from './text.ts';

/** Invitations without an answer: sent again, or withdrawn. */
export function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useMembersText();
  const accountId = useAccountId();
  const mayWrite = useMayDo('members.write');
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: membersQuery(accountId).queryKey });
  // The earlier link stops working.
  const again = useMutation({
    mutationFn: ({ email, role }: Invitation) => call(inviteMember, { params: { accountId }, body: { email, role } }),
    onSuccess: async ({ email }) => {
      notifyDone(t.sent(email));
      await refresh();
    },
  });
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) => call(revokeInvitation, { params: { accountId, invitationId: id } }),
    onSuccess: async (_answer, { email }) => {
      notifyDone(t.withdrawn(email));
      await refresh();
    },
  });
  const error = again.error ?? withdraw.error;
  return (
    <Stack gap="sm">
      {error && <ErrorNotice error={error} />}
      <ListTable
        caption={t.pendingCaption}
        rows={invitations}
        rowKey={({ id }) => id}
        empty={null}
        columns={[
          {
            name: t.email,
            sortBy: ({ email }) => email,
            cell: ({ email, role }) => (
              <>
                <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {email}
                </Text>
                <Text size="sm" c="dimmed" hiddenFrom="sm">
                  {t.roles[role]}
                </Text>
              </>
            ),
          },
          { name: t.role, sortBy: ({ role }) => t.roles[role], cell: ({ role }) => t.roles[role], wideOnly: true },
          {
            name: t.invitedBy,
            sortBy: ({ invitedBy }) => invitedBy ?? 'Boreal',
            cell: ({ invitedBy }) => invitedBy ?? 'Boreal',
            wideOnly: true,
          },
          {
            name: t.until,
            sortBy: ({ expiresAt }) => expiresAt,
            cell: ({ expiresAt }) => (new Date(expiresAt) < borealNow() ? t.expired : <Time iso={expiresAt} day />),
            wideOnly: true,
          },
          {
            name: t.actions,
            align: 'right',
            cell: (invitation) =>
              mayWrite && (
                <Group gap={4} justify="flex-end">
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={t.sendAgainTo(invitation.email)}
                    loading={again.isPending && again.variables.id === invitation.id}
                    onClick={() => again.mutate(invitation)}
                  >
                    {t.sendAgain}
                  </Button>
                  <Button
                    size="xs"
                    variant="outline"
                    color="red"
                    aria-label={t.withdrawFor(invitation.email)}
                    loading={withdraw.isPending && withdraw.variables.id === invitation.id}
                    onClick={() => withdraw.mutate(invitation)}
                  >
                    {t.withdraw}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
    </Stack>
  );
}
