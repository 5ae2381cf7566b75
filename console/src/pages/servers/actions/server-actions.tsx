import { actOnServer, deleteServer } from '@boreal/contract/endpoints/servers.ts';
import type { ConsoleServerDetail } from '@boreal/contract/console.ts';
import { ServerAction } from '@boreal/contract/servers.ts';
import { Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { serverKey, serverStatesQuery, type ServerRef, inServer } from '../../../api/servers.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { useServersText } from '../text.ts';
import { HibernatedDisks } from './hibernated-disks.tsx';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';
import { whatFollows } from './what-follows.ts';

/** A server's actions; one that is not possible now says why. */
export function ServerActions({ refTo, server }: { refTo: ServerRef; server: ConsoleServerDetail }) {
  const t = useServersText();
  const nameOf = useActionName();
  const format = useFormats();
  const queryClient = useQueryClient();
  const reasonOf = useActionReason();
  const [deed, setDeed] = useState<ServerAction | 'delete' | null>(null);
  const act = useMutation({
    mutationFn: async (one: ServerAction | 'delete') => {
      await (one === 'delete'
        ? call(deleteServer, { params: inServer(refTo) })
        : call(actOnServer, { params: inServer(refTo), body: { action: one } }));
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: serverKey(refTo) }),
        queryClient.invalidateQueries(serverStatesQuery(refTo.accountId)),
      ]);
      notifyDone(one === 'delete' ? t.removed(server.name) : t.accepted(nameOf(one)));
      setDeed(null);
    },
  });
  const choose = (one: ServerAction | 'delete') => {
    act.reset();
    setDeed(one);
  };
  return (
    <>
      {ServerAction.options.map((one) => (
        <ReasonedButton key={one} size="xs" variant="default" reason={reasonOf(server, one)} onClick={() => choose(one)}>
          {nameOf(one)}
        </ReasonedButton>
      ))}
      <ReasonedButton size="xs" variant="outline" color="red" reason={reasonOf(server, 'delete')} onClick={() => choose('delete')}>
        {t.remove}
      </ReasonedButton>
      {deed !== null && (
        <ConfirmDialog
          opened
          destructive={deed === 'delete'}
          title={deed === 'delete' ? t.removeTitle(server.name) : nameOf(deed)}
          text={
            <Stack gap="xs">
              {whatFollows(deed, { ...server, workDisk: server.workDiskGb > 0 ? server.workDisk : undefined }, { t, format }).map(
                (sentence) => (
                  <div key={sentence}>{sentence}</div>
                ),
              )}
              {deed === 'hibernate' && <HibernatedDisks addedGb={server.specs.storage + server.workDiskGb} />}
            </Stack>
          }
          action={nameOf(deed)}
          {...(deed === 'delete' && { name: server.name })}
          busy={act.isPending}
          error={act.error}
          onClose={() => setDeed(null)}
          onConfirm={() => act.mutate(deed)}
        />
      )}
    </>
  );
}
