import { setBackupOption } from '@boreal/contract/endpoints/backups.ts';
import { BACKUP_DAYS_MAX, SetBackupOptionRequest, type Backups } from '@boreal/contract/servers/backups.ts';
import { Badge, Card, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { backupOptionQuery, backupsQuery } from '../../../api/backups.ts';
import { serverKey, type ServerRef, inServer } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { FormProblem, RequestForm } from '../../../parts/request-form.tsx';
import { useRequestForm } from '../../../parts/use-request-form.ts';
import { useBackupsText } from './text.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const DAYS = Array.from({ length: BACKUP_DAYS_MAX }, (_, index) => index + 1);

/** Daily backups on or off, at which Eastern hour, and how long they are kept. */
export function BackupOptionForm({ refTo, backups: { option, backups } }: { refTo: ServerRef; backups: Backups }) {
  const t = useBackupsText();
  const format = useFormats();
  const queryClient = useQueryClient();
  const reason = useMayDo('servers.write') ? null : t.whyRole;
  const [turningOff, setTurningOff] = useState(false);
  const reread = () => queryClient.invalidateQueries({ queryKey: serverKey(refTo) });
  const quoted = useQuery(backupOptionQuery(refTo));
  const { data: quote } = quoted;
  const isUnpriced = quote === undefined && quoted.isError;
  const form = useRequestForm({
    initialValues: { hourLocal: String(option.hourLocal), retention: String(option.retention) },
    schema: SetBackupOptionRequest,
    request: ({ hourLocal, retention }) => ({
      enabled: true,
      hourLocal: Number(hourLocal),
      retention: Number(retention),
      expectedChargeCad: quote?.charge,
    }),
    asksFirst: () => quote !== undefined && quote.charge > 0,
    send: (request) => call(setBackupOption, { params: inServer(refTo), body: request }),
    onSent: async () => {
      await reread();
      notifyDone(option.enabled ? t.saved : t.turnedOn);
    },
    onRefused: reread,
    locked: reason !== null || quote === undefined,
  });
  const turnOff = useMutation({
    mutationFn: () => call(setBackupOption, { params: inServer(refTo), body: { enabled: false, confirmDeleteBackups: true } }),
    onSuccess: async () => {
      await reread();
      notifyDone(t.turnedOff);
      setTurningOff(false);
    },
    onError: () => queryClient.invalidateQueries(backupsQuery(refTo)),
  });
  const price = format.money(option.price);
  return (
    <Card>
      <RequestForm form={form}>
        <Stack>
          <Group justify="space-between">
            <Group gap="sm">
              <Title order={2} size="h3">
                {t.optionTitle}
              </Title>
              <Badge color={option.enabled ? 'boreal' : 'gray'}>{option.enabled ? t.on : t.off}</Badge>
            </Group>
            {option.nextRunAt !== null && (
              <Text size="sm" c="dimmed">
                {t.next(`${format.dateTime(option.nextRunAt)} (${format.easternTime(option.nextRunAt)})`)}
              </Text>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {option.billing === 'hourly' ? t.optionAbout(price) : t.optionPrepaid(price)}
          </Text>
          <Group align="flex-end">
            <Select
              label={t.hour}
              description={t.hourHint(format.time(easternHourToday(Number(form.values.hourLocal)).toISOString()))}
              allowDeselect={false}
              {...form.field('hourLocal')}
              data={HOURS.map((hour) => ({ value: String(hour), label: format.easternHour(hour) }))}
              w={260}
            />
            <Select
              label={t.retention}
              allowDeselect={false}
              {...form.field('retention')}
              data={DAYS.map((days) => ({ value: String(days), label: t.days(days) }))}
              w={160}
            />
          </Group>
          {isUnpriced && <ErrorNotice error={quoted.error} onRetry={() => void quoted.refetch()} />}
          <FormProblem form={form} />
          <Group>
            <ReasonedButton
              reason={reason}
              type="submit"
              loading={form.busy || (reason === null && quoted.isPending)}
              disabled={isUnpriced}
            >
              {option.enabled ? t.save : t.turnOn}
            </ReasonedButton>
            {option.enabled && (
              <ReasonedButton reason={reason} variant="default" onClick={() => setTurningOff(true)}>
                {t.turnOff}
              </ReasonedButton>
            )}
          </Group>
        </Stack>
      </RequestForm>
      {quote?.until != null && (
        <ConfirmDialog
          opened={form.question.open}
          title={t.onTitle}
          text={t.onText({ charge: format.money(quote.charge), until: format.date(quote.until) })}
          action={t.turnOn}
          busy={form.busy}
          onClose={form.question.no}
          onConfirm={form.question.yes}
        />
      )}
      <ConfirmDialog
        opened={turningOff}
        destructive
        title={t.offTitle}
        text={t.offText(backups.length)}
        action={t.turnOff}
        busy={turnOff.isPending}
        error={turnOff.error}
        onClose={() => setTurningOff(false)}
        onConfirm={() => turnOff.mutate()}
      />
    </Card>
  );
}

/** The local time of this hour in Toronto today: shown to people in another time zone. */
function easternHourToday(hour: number): Date {
  const now = new Date();
  const shown = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', hour: '2-digit', hourCycle: 'h23' }).format(now);
  const at = new Date(now.getTime() + (hour - Number(shown)) * 3_600_000);
  at.setUTCMinutes(0, 0, 0);
  return at;
}
