import { deleteSshKey } from '@boreal/contract/endpoints/ssh-keys.ts';
import type { SshKey } from '@boreal/contract/ssh-keys.ts';
import { Button, Code } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { Ago } from '../../parts/ago.tsx';
import { useLinkedDialog } from '../../parts/use-linked-dialog.ts';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { useSshKeysText } from './text.ts';

/** The account's SSH keys: added, made here, removed. */
export function SshKeysPage() {
  const t = useSshKeysText();
  const accountId = useAccountId();
  const keys = useQuery(sshKeysQuery(accountId));
  const reason = useMayDo('servers.write') ? null : t.mayNot;
  const adding = useLinkedDialog('add');
  const [removing, setRemoving] = useState<SshKey | null>(null);
  const add = (
    <ReasonedButton reason={reason} leftSection={<Plus size={16} aria-hidden />} onClick={adding.open}>
      {t.add}
    </ReasonedButton>
  );
  // An empty list has the button in its middle: at the top it would go again, and the focus with it.
  const isBare = keys.isPending || keys.data?.length === 0;
  return (
    <>
      <PageHeader title={t.title} about={t.about} actions={isBare ? undefined : add} />
      <Queried query={keys}>
        {(rows) => (
          <ListTable
            caption={t.title}
            rows={rows}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t.emptyTitle} text={t.emptyText} action={add} />}
            columns={[
              { name: t.name, sortBy: ({ name }) => name, wraps: true, cell: ({ name }) => name },
              {
                name: t.fingerprint,
                sortBy: ({ fingerprint }) => fingerprint,
                cell: ({ fingerprint }) => <Code>{fingerprint}</Code>,
                wideOnly: true,
              },
              { name: t.addedAt, sortBy: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Ago iso={createdAt} />, wideOnly: true },
              {
                name: t.actions,
                align: 'right',
                cell: (key) =>
                  reason === null && (
                    <Button size="xs" variant="outline" color="red" onClick={() => setRemoving(key)} aria-label={t.removeNamed(key.name)}>
                      {t.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Queried>
      <AddKeyDialog opened={adding.opened} onClose={adding.close} />
      {removing !== null && <RemoveDialog accountId={accountId} sshKey={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveDialog({ accountId, sshKey, onClose }: { accountId: string; sshKey: SshKey; onClose: () => void }) {
  const t = useSshKeysText();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(deleteSshKey, { params: { accountId }, query: { id: sshKey.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(sshKeysQuery(accountId));
      notifyDone(t.removed(sshKey.name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={t.removeTitle(sshKey.name)}
      text={t.removeText}
      action={t.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  );
}
