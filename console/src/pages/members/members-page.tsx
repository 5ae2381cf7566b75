import type { Member } from '@boreal/contract/people/members.ts';
import { Button, Group, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { membersQuery } from '../../api/members.ts';
import { useAccountId, useMayDo, useMe } from '../../app/account.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { PersonCell } from '../../parts/person-cell.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useLinkedDialog } from '../../parts/use-linked-dialog.ts';
import { Time } from '../../parts/time.tsx';
import { ChangeRole } from './change-role.tsx';
import { InviteMember } from './invite-member.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import { RemoveMember } from './remove-member.tsx';
import { useMembersText } from './text.ts';

/** The members of the account, and open invitations. */
export function MembersPage() {
  const t = useMembersText();
  const me = useMe();
  const accountId = useAccountId();
  const mayWrite = useMayDo('members.write');
  const members = useQuery(membersQuery(accountId));
  const inviting = useLinkedDialog('invite');
  const [changing, setChanging] = useState<Member | null>(null);
  const [leaving, setLeaving] = useState<Member | null>(null);
  const invite = (
    <ReasonedButton reason={mayWrite ? null : t.mayNot} onClick={inviting.open}>
      {t.invite}
    </ReasonedButton>
  );
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={invite} />
      <Queried query={members}>
        {({ members: all, invitations }) => (
          <Stack gap="xl">
            <ListTable
              caption={t.caption}
              rows={all}
              rowKey={({ userId }) => userId}
              empty={<EmptyState title={t.emptyTitle} text={t.emptyText} />}
              columns={[
                {
                  name: t.name,
                  sortBy: ({ name }) => name,
                  cell: ({ userId, name, email, role }) => (
                    <PersonCell name={name} email={email} you={userId === me.id ? t.you : null} role={t.roles[role]} />
                  ),
                },
                { name: t.role, sortBy: ({ role }) => t.roles[role], cell: ({ role }) => t.roles[role], wideOnly: true },
                { name: t.joined, sortBy: ({ joinedAt }) => joinedAt, cell: ({ joinedAt }) => <Time iso={joinedAt} day />, wideOnly: true },
                {
                  name: t.actions,
                  align: 'right',
                  cell: (member) => (
                    <Group gap={4} justify="flex-end">
                      {mayWrite && (
                        <Button size="xs" variant="subtle" aria-label={t.changeRoleOf(member.name)} onClick={() => setChanging(member)}>
                          {t.changeRole}
                        </Button>
                      )}
                      {member.userId === me.id ? (
                        <Button size="xs" variant="outline" color="red" onClick={() => setLeaving(member)}>
                          {t.leave}
                        </Button>
                      ) : (
                        mayWrite && (
                          <Button
                            size="xs"
                            variant="outline"
                            color="red"
                            aria-label={t.removeName(member.name)}
                            onClick={() => setLeaving(member)}
                          >
                            {t.remove}
                          </Button>
                        )
                      )}
                    </Group>
                  ),
                },
              ]}
            />
            {invitations.length > 0 && (
              <Stack component="section" gap="sm">
                <Title order={2}>{t.pending}</Title>
                <OpenInvitations invitations={invitations} />
              </Stack>
            )}
          </Stack>
        )}
      </Queried>
      <InviteMember opened={inviting.opened} onClose={inviting.close} />
      {changing && <ChangeRole member={changing} onClose={() => setChanging(null)} />}
      <RemoveMember member={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}
