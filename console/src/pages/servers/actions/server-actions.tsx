import { actOnServer, deleteServer } from '@boreal/contract/endpoints/servers.ts';
import type { ConsoleServerDetail } from '@boreal/contract/console-servers.ts';
import { ServerAction, type ServerStatus } from '@boreal/contract/servers.ts';
import { ActionIcon, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { serverKey, serverStatesQuery, type ServerRef, inServer } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { Menu, MenuItem } from '../../../parts/menu.tsx';
import { notifyDone } from '../../../parts/notify.ts';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { useLinkedWish } from '../../../parts/use-linked-wish.ts';
import { useDescriptionText } from '../description/text.ts';
import { useServersText } from '../text.ts';
import { HibernatedDisks } from './hibernated-disks.tsx';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';
import { whatFollows } from './what-follows.ts';

/** Loaded when it is opened. */
const DescribeDialog = lazyPart('describe-dialog', async () => (await import('../description/describe-dialog.tsx')).DescribeDialog, 0);

/** What people most want of a server in this status; while it is on the way somewhere, what they will want there. */
const mainActions = {
  PROVISIONING: ['stop', 'hibernate'],
  ACTIVE: ['stop', 'hibernate'],
  REBOOTING: ['stop', 'hibernate'],
  STOPPED: ['start', 'hibernate'],
  HIBERNATED: ['hibernate-restore'],
  ERROR: ['reboot', 'stop'],
  DELETED: [],
} as const satisfies Record<ServerStatus, readonly ServerAction[]>;

/** A server's actions: the main ones as buttons, the rest in a menu, deleting last. One that is not possible now says why. */
export function ServerActions({ refTo, server }: { refTo: ServerRef; server: ConsoleServerDetail }) {
  const t = useServersText();
  const description = useDescriptionText();
  const nameOf = useActionName();
  const format = useFormats();
  const queryClient = useQueryClient();
  const reasonOf = useActionReason();
  const [deed, setDeed] = useState<ServerAction | 'delete' | null>(null);
  const mayWrite = useMayDo('servers.write');
  const [describes, setDescribes] = useState(false);
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
  const first: readonly ServerAction[] = mainActions[server.status];
  const rest = ([...ServerAction.options, 'delete'] as const).filter((one) => one === 'delete' || !first.includes(one));
  const choose = (one: ServerAction | 'delete') => {
    act.reset();
    setDeed(one);
  };
  useLinkedWish(ServerAction.options, (one) => mayWrite && choose(one));
  return (
    <>
      {first.map((one, place) => (
        <ReasonedButton
          // The button stays when what it does changes, and the focus with it.
          key={place}
          size="xs"
          variant={one === 'start' || one === 'hibernate-restore' ? 'filled' : 'default'}
          reason={reasonOf(server, one)}
          onClick={() => choose(one)}
        >
          {nameOf(one)}
        </ReasonedButton>
      ))}
      <Menu
        floats
        target={(props) => (
          <ActionIcon {...props} variant="default" size={30} aria-label={t.moreActions} title={t.moreActions}>
            <Ellipsis size={16} aria-hidden />
          </ActionIcon>
        )}
      >
        <MenuItem reason={mayWrite ? null : t.whyRole} onClick={() => setDescribes(true)}>
          {description.edit}
        </MenuItem>
        {rest.map((one) => (
          <MenuItem key={one} reason={reasonOf(server, one)} destructive={one === 'delete'} onClick={() => choose(one)}>
            {nameOf(one)}
          </MenuItem>
        ))}
      </Menu>
      {describes && <DescribeDialog refTo={refTo} server={server} onClose={() => setDescribes(false)} />}
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
