import { deleteSshKey } from '@boreal/contract/endpoints/ssh-keys.ts';
import type { SshKey } from '@boreal/contract/people/ssh-keys.ts';
import { Button, Card, Code, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { sshKeysQuery } from '../../api/ssh-keys.ts';
import { useAccountId, useMayDo } from '../../app/account.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { ListBar } from '../../parts/list-view/list-bar.tsx';
import { wordsOf } from '../../parts/list-view/list-filter.rules.ts';
import { SearchBox } from '../../parts/list-view/search-box.tsx';
import { useChosenColumns } from '../../parts/list-view/use-chosen-columns.ts';
import { useBulk } from '../../parts/list-view/use-bulk.tsx';
import { useListFilter } from '../../parts/list-view/use-list-filter.ts';
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
          <KeyList
            keys={rows}
            none={<EmptyState title={t.emptyTitle} text={t.emptyText} action={add} />}
            onRemove={reason === null ? setRemoving : null}
          />
        )}
      </Queried>
      <AddKeyDialog opened={adding.opened} onClose={adding.close} />
      {removing !== null && <RemoveDialog accountId={accountId} sshKey={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

const readFilter = ({ search }: Readonly<Record<string, unknown>>) => ({ search: wordsOf(search) });

interface KeyListProps {
  readonly keys: readonly SshKey[];
  /** Instead of the list where the account has none. */
  readonly none: ReactNode;
  /** Null: this role may not. */
  readonly onRemove: ((key: SshKey) => void) | null;
}

function KeyList({ keys, none, onRemove }: KeyListProps) {
  const t = useSshKeysText();
  const kept = useListFilter(readFilter);
  const { search = '' } = kept.filter;
  const typed = search.trim().toLowerCase();
  const shown = keys.filter(({ name, fingerprint }) => [name, fingerprint].some((text) => text.toLowerCase().includes(typed)));
  const accountId = useAccountId();
  const queryClient = useQueryClient();
  const bulk = useBulk({
    rows: shown,
    words: t.many,
    nameOf: ({ name }) => name,
    act: ({ id }) => call(deleteSshKey, { params: { accountId }, query: { id } }),
    destructive: true,
    onDone: () => queryClient.invalidateQueries(sshKeysQuery(accountId)),
  });
  const columns: readonly Column<SshKey>[] = [
    {
      name: t.name,
      sortBy: ({ name }) => name,
      wraps: true,
      cell: (key) => (
        <Group gap="sm" wrap="nowrap">
          {onRemove !== null && bulk.tick(key)}
          <Text fw={600}>{key.name}</Text>
        </Group>
      ),
    },
    {
      id: 'fingerprint',
      name: t.fingerprint,
      sortBy: ({ fingerprint }) => fingerprint,
      cell: ({ fingerprint }) => <Code>{fingerprint}</Code>,
      wideOnly: true,
    },
    {
      id: 'added',
      name: t.addedAt,
      sortBy: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Ago iso={createdAt} />,
      wideOnly: true,
    },
    {
      name: t.actions,
      align: 'right',
      cell: (key) =>
        onRemove !== null && (
          <Button size="xs" variant="outline" color="red" onClick={() => onRemove(key)} aria-label={t.removeNamed(key.name)}>
            {t.remove}
          </Button>
        ),
    },
  ];
  const chosen = useChosenColumns('ssh-keys', columns);
  if (keys.length === 0) return <Card>{none}</Card>;
  return (
    <Stack>
      <ListBar list="ssh-keys" filter={kept} columns={columns}>
        <SearchBox label={t.search} value={search} onChange={(text) => kept.setFilter({ search: text })} />
      </ListBar>
      {onRemove !== null && bulk.bar}
      <ListTable
        caption={t.title}
        rows={shown}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t.noneFound} text={t.noneFoundText} />}
        columns={chosen}
      />
    </Stack>
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
