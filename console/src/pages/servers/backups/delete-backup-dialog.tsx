import { deleteBackup } from '@boreal/contract/endpoints/backups.ts';
import type { Backup } from '@boreal/contract/servers/backups.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inBackup } from '../../../api/backups.ts';
import { call } from '../../../api/call.ts';
import { serverKey, type ServerRef } from '../../../api/servers.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { useBackupsText } from './text.ts';

export function DeleteBackupDialog({ refTo, backup, onClose }: { refTo: ServerRef; backup: Backup; onClose: () => void }) {
  const t = useBackupsText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(deleteBackup, { params: inBackup({ ...refTo, backupId: backup.id }) }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: serverKey(refTo) });
      notifyDone(t.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      destructive
      title={t.removeTitle}
      text={t.removeText(format.dateTime(backup.date))}
      action={t.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  );
}
