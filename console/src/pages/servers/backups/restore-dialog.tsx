import { restoreBackup } from '@boreal/contract/endpoints/backups.ts';
import { RestoreBackupRequest, type Backup } from '@boreal/contract/servers/backups.ts';
import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isRefusal } from '../../../api/api-error.ts';
import { restoreQuoteQuery, inBackup } from '../../../api/backups.ts';
import { newIdempotencyKey, call } from '../../../api/call.ts';
import type { ServerRef } from '../../../api/servers.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { CostLines } from '../../../parts/cost-lines.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ExactMoney } from '../../../parts/exact-money.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { Queried } from '../../../parts/queried.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../../parts/request-form.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useBackupsText } from './text.ts';

/** What a new server from this backup costs, and the button that makes it. */
export function RestoreDialog({ refTo, backup, onClose }: { refTo: ServerRef; backup: Backup; onClose: () => void }) {
  const t = useBackupsText();
  const format = useFormats();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const backupRef = { ...refTo, backupId: backup.id };
  const quote = useQuery(restoreQuoteQuery(backupRef));
  const [wish, setWish] = useState(newIdempotencyKey);
  const form = useRequestForm({
    initialValues: { name: '' },
    schema: RestoreBackupRequest,
    request: ({ name }) => ({ expectedHourlyRateCad: quote.data?.hourlyRateCad, ...(name.trim() !== '' && { name: name.trim() }) }),
    send: (request) => call(restoreBackup, { params: inBackup(backupRef), body: request, idempotencyKey: wish }),
    onSent: async (made) => {
      void queryClient.invalidateQueries({ queryKey: [refTo.accountId] });
      notifyDone(t.restored(made.name));
      await navigate({ to: '/console/servers/$serverId/{-$tab}', params: { serverId: made.id } });
    },
    onRefused: (error) => {
      if (isRefusal(error)) setWish(newIdempotencyKey());
      void quote.refetch();
    },
    locked: quote.data === undefined || !quote.data.available || !quote.data.sufficient,
  });
  return (
    <Dialog opened onClose={onClose} title={t.restoreTitle}>
      <RequestForm form={form}>
        <Stack>
          <Text size="sm">{t.restoreAbout(format.dateTime(backup.date))}</Text>
          <TextInput label={t.restoreName} description={t.restoreNameHint} {...form.field('name')} data-autofocus />
          <Queried query={quote}>
            {({ requiredCredits, hourlyRateCad, currentBalance, available, sufficient }) => (
              <Stack>
                <CostLines
                  lines={[
                    { name: t.firstHour, value: <ExactMoney cad={requiredCredits} />, strong: true },
                    { name: t.eachHour, value: <ExactMoney cad={hourlyRateCad} rate /> },
                    { name: t.balance, value: <ExactMoney cad={currentBalance} /> },
                  ]}
                />
                <FormProblem form={form} />
                <Group justify="flex-end">
                  <ReasonedButton
                    reason={available ? (sufficient ? null : t.restoreShort) : t.restoreNone}
                    type="submit"
                    loading={form.busy}
                  >
                    {t.restore}
                  </ReasonedButton>
                </Group>
              </Stack>
            )}
          </Queried>
        </Stack>
      </RequestForm>
    </Dialog>
  );
}
