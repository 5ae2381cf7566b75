import { createBackup } from '@boreal/contract/endpoints/backups.ts';
import { MANUAL_BACKUPS_MAX, type Backup, type Backups } from '@boreal/contract/servers/backups.ts';
import type { ConsoleServerDetail } from '@boreal/contract/servers/console-servers.ts';
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { backupsQuery } from '../../../api/backups.ts';
import { serverKey, type ServerRef, inServer } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { ListTable } from '../../../parts/list-table.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { Queried } from '../../../parts/queried.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { Time } from '../../../parts/time.tsx';
import { useServersText } from '../text.ts';
import { BackupOptionForm } from './backup-option-form.tsx';
import { DeleteBackupDialog } from './delete-backup-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { useBackupsText } from './text.ts';

/** The daily backups of a server, the existing ones, and restoring one. */
export function BackupsTab({ refTo, server }: { refTo: ServerRef; server: ConsoleServerDetail }) {
  const backups = useQuery(backupsQuery(refTo));
  return (
    <Queried query={backups}>
      {(found) => (
        <Stack gap="lg">
          <BackupOptionForm refTo={refTo} backups={found} />
          <BackupList refTo={refTo} server={server} found={found} />
        </Stack>
      )}
    </Queried>
  );
}

const colors = { creating: 'blue', ready: 'boreal', failed: 'red', deleting: 'gray' } as const;

function BackupList({ refTo, server, found }: { refTo: ServerRef; server: ConsoleServerDetail; found: Backups }) {
  const t = useBackupsText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const mayWrite = useMayDo('servers.write');
  const reason = useMakeReason(server, found);
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const [removing, setRemoving] = useState<Backup | null>(null);
  const make = useMutation({
    mutationFn: () => call(createBackup, { params: inServer(refTo) }),
    onSuccess: () => notifyDone(t.making),
    onSettled: () => queryClient.invalidateQueries({ queryKey: serverKey(refTo) }),
  });
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t.listTitle}
        </Title>
        <ReasonedButton variant="default" reason={reason} loading={make.isPending} onClick={() => make.mutate()}>
          {t.make}
        </ReasonedButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t.makeHint(found.option.maxManual)}
      </Text>
      {make.error && <ErrorNotice error={make.error} />}
      <ListTable
        caption={t.listTitle}
        rows={found.backups}
        rowKey={({ id }) => id}
        empty={<EmptyState title={t.emptyTitle} text={t.emptyText} />}
        columns={[
          { name: t.date, sortBy: ({ date }) => date, cell: ({ date }) => <Time iso={date} /> },
          {
            name: t.state,
            sortBy: ({ status }) => t.states[status],
            cell: ({ status }) => <Badge color={colors[status]}>{t.states[status]}</Badge>,
          },
          { name: t.kind, sortBy: ({ kind }) => t.kinds[kind], cell: ({ kind }) => t.kinds[kind], wideOnly: true },
          {
            name: t.size,
            sortBy: ({ size }) => size,
            align: 'right',
            cell: ({ size }) => (size === null ? '' : t.gb(format.number(size, 1))),
            wideOnly: true,
          },
          { name: t.expires, sortBy: ({ expiresAt }) => expiresAt, cell: ({ expiresAt }) => <Time iso={expiresAt} />, wideOnly: true },
          {
            name: t.actions,
            align: 'right',
            cell: (backup) =>
              mayWrite && (
                <Group gap={6} justify="flex-end">
                  {backup.status === 'ready' && (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t.restoreNamed(format.dateTime(backup.date))}
                      onClick={() => setRestoring(backup)}
                    >
                      {t.restore}
                    </Button>
                  )}
                  {(backup.status === 'ready' || backup.status === 'failed') && (
                    <Button
                      size="xs"
                      variant="outline"
                      color="red"
                      aria-label={t.removeNamed(format.dateTime(backup.date))}
                      onClick={() => setRemoving(backup)}
                    >
                      {t.remove}
                    </Button>
                  )}
                </Group>
              ),
          },
        ]}
      />
      {restoring && <RestoreDialog refTo={refTo} backup={restoring} onClose={() => setRestoring(null)} />}
      {removing && <DeleteBackupDialog refTo={refTo} backup={removing} onClose={() => setRemoving(null)} />}
    </Stack>
  );
}

/** Why no backup can be made now; null when one can. */
function useMakeReason({ status, task }: ConsoleServerDetail, { option, backups }: Backups): string | null {
  const t = useBackupsText();
  const { statusSaid } = useServersText();
  const mayWrite = useMayDo('servers.write');
  const manual = backups.filter((backup) => backup.kind === 'manual' && backup.status !== 'failed').length;
  if (!mayWrite) return t.whyRole;
  if (!option.enabled) return t.whyOff;
  if (task !== null) return t.whyTask;
  if (status !== 'ACTIVE' && status !== 'STOPPED') return t.whyRunning(statusSaid[status]);
  return manual >= MANUAL_BACKUPS_MAX ? t.whyMax(MANUAL_BACKUPS_MAX) : null;
}
