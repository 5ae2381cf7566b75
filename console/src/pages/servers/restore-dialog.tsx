import type { Backup } from '@boreal/contract/backups.ts';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { restoreBackup, restoreQuoteQuery } from '../../api/backups.ts';
import { isRefusal } from '../../api/api-error.ts';
import { newIdempotencyKey } from '../../api/call.ts';
import type { ServerRef } from '../../api/servers.ts';
import { useFormats } from '../../format/use-formats.ts';
import { CostLines } from '../../parts/cost-lines.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { Queried } from '../../parts/queried.tsx';
import { ReasonedButton } from '../../parts/reasoned-button.tsx';
import { useBackupsText } from './backups-text.ts';

/** What a new server from this backup costs, and the button that makes it. */
export function RestoreDialog({ refTo, backup, onClose }: { refTo: ServerRef; backup: Backup; onClose: () => void }) {
  const t = useBackupsText();
  const format = useFormats();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const backupRef = { ...refTo, backupId: backup.id };
  const quote = useQuery(restoreQuoteQuery(backupRef));
  const [name, setName] = useState('');
  const [wish, setWish] = useState(newIdempotencyKey);
  const restore = useMutation({
    mutationFn: (expectedHourlyRateCad: number) =>
      restoreBackup(backupRef, { expectedHourlyRateCad, ...(name.trim() !== '' && { name: name.trim() }) }, wish),
    onSuccess: async (made) => {
      void queryClient.invalidateQueries({ queryKey: [refTo.accountId] });
      notifyDone(t.restored(made.name));
      await navigate({ to: `/console/servers/${made.id}` });
    },
    onError: (error) => {
      if (isRefusal(error)) setWish(newIdempotencyKey());
    },
  });
  return (
    <Dialog opened onClose={onClose} title={t.restoreTitle}>
      <Stack>
        <Text size="sm">{t.restoreAbout(format.dateTime(backup.date))}</Text>
        <TextInput
          label={t.restoreName}
          description={t.restoreNameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Queried query={quote}>
          {({ requiredCredits, hourlyRateCad, currentBalance, available, sufficient }) => (
            <Stack>
              <CostLines
                lines={[
                  { name: t.firstHour, value: format.money(requiredCredits), strong: true },
                  { name: t.eachHour, value: format.rate(hourlyRateCad) },
                  { name: t.balance, value: format.money(currentBalance) },
                ]}
              />
              {restore.error && <ErrorNotice error={restore.error} />}
              <Group justify="flex-end">
                <ReasonedButton
                  reason={available ? (sufficient ? null : t.restoreShort) : t.restoreNone}
                  loading={restore.isPending}
                  onClick={() => restore.mutate(hourlyRateCad)}
                >
                  {t.restore}
                </ReasonedButton>
              </Group>
            </Stack>
          )}
        </Queried>
      </Stack>
    </Dialog>
  );
}
