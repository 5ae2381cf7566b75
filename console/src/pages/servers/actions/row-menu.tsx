import { ServerAction } from '@boreal/contract/servers/servers.ts';
import { MenuItem } from '../../../parts/menu.tsx';
import { MoreMenu } from '../../../parts/more-menu.tsx';
import { useServersText } from '../text.ts';
import type { LiveServer } from '../use-live-servers.ts';
import type { Deed } from './act-on-many.ts';
import { useActionName } from './use-action-name.ts';
import { useActionReason } from './use-action-reason.ts';

const deeds: readonly Deed[] = [...ServerAction.options, 'delete'];

/** What can be done with one server of the list; only what it allows now, for its own page says why not. */
export function RowMenu({ server, onAsk }: { server: LiveServer; onAsk: (deed: Deed) => void }) {
  const t = useServersText();
  const nameOf = useActionName();
  const reasonOf = useActionReason();
  return (
    <MoreMenu of="row" label={t.actionsOf(server.name)}>
      {deeds
        .filter((one) => reasonOf(server, one) === null)
        .map((one) => (
          <MenuItem key={one} destructive={one === 'delete'} onClick={() => onAsk(one)}>
            {nameOf(one)}
          </MenuItem>
        ))}
    </MoreMenu>
  );
}
