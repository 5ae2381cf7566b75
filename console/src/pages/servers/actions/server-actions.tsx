import type { ConsoleServerDetail } from '@boreal/contract/servers/console-servers.ts';
import { ServerAction, type ServerStatus } from '@boreal/contract/servers/servers.ts';
import { useState } from 'react';
import type { ServerRef } from '../../../api/servers.ts';
import { useMayDo } from '../../../app/account.tsx';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { MenuItem } from '../../../parts/menu.tsx';
import { MoreMenu } from '../../../parts/more-menu.tsx';
import { ReasonedButton } from '../../../parts/reasoned-button.tsx';
import { useLinkedWish } from '../../../parts/use-linked-wish.ts';
import { useDescriptionText } from '../description/text.ts';
import { useServersText } from '../text.ts';
import type { Deed } from './act-on-many.ts';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';
import { useDeeds } from './use-deeds.tsx';

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
  const reasonOf = useActionReason();
  const { ask, dialogs } = useDeeds();
  const mayWrite = useMayDo('servers.write');
  const [describes, setDescribes] = useState(false);
  const first: readonly ServerAction[] = mainActions[server.status];
  const rest = ([...ServerAction.options, 'delete'] as const).filter((one) => one === 'delete' || !first.includes(one));
  const choose = (one: Deed) => ask(one, [server]);
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
      <MoreMenu of="page" label={t.moreActions}>
        <MenuItem reason={mayWrite ? null : t.whyRole} onClick={() => setDescribes(true)}>
          {description.edit}
        </MenuItem>
        {rest.map((one) => (
          <MenuItem key={one} reason={reasonOf(server, one)} destructive={one === 'delete'} onClick={() => choose(one)}>
            {nameOf(one)}
          </MenuItem>
        ))}
      </MoreMenu>
      {describes && <DescribeDialog refTo={refTo} server={server} onClose={() => setDescribes(false)} />}
      {dialogs}
    </>
  );
}
